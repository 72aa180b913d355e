// Server-sent events: bytes in, the texts of `data` fields out. Knows nothing of what they say.

/** Splits what has arrived into whole events and the rest; gives the events' data. */
export function split(text) {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = parts.pop();
  const data = parts.map(dataOf).filter((text) => text !== '');
  return { data, rest };
}

function dataOf(event) {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}

/** Every message of a response's body, parsed, as it comes. */
export async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { data, rest } = split(buffer + value);
      buffer = rest;
      for (const text of data) yield JSON.parse(text);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
