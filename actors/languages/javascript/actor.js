// An actor that counts. Its state is the count in decimal digits, which is also JSON.

const text = (bytes) => String.fromCharCode(...bytes);
const bytes = (value) => Uint8Array.from(String(value), (c) => c.charCodeAt(0));

/** The first number in some bytes, or `otherwise`. */
const number = (data, otherwise) => {
  const found = /\d+/.exec(text(data ?? []));
  return found ? Number(found[0]) : otherwise;
};

const counted = (state, data) => bytes(number(state, 0) + number(data, 1));

export const actor = {
  init: (state, _params) => [bytes(number(state, 0))],
};

export const messageServerClient = {
  handleSend: (state, [data]) => [counted(state, data)],
  handleRequest: (state, [_id, data]) => {
    const next = text(data) === 'get' ? state : counted(state, data);
    return [next, [next]];
  },
  handleChannelOpen: (state, _params) => [state, [{ accepted: true, message: undefined }]],
  handleChannelMessage: (state, [_channel, data]) => [counted(state, data)],
  handleChannelClose: (state, _params) => [state],
};
