// What an agent printed, as people read it: its words, the calls it made and what came of them. Lines
// that are not of its stream of messages stay as they are. Pure functions.

const LONG = 2000;

/** The text of a log. */
export function spoken(text) {
  return text.split('\n').map(line).filter((it) => it !== null).join('\n');
}

function line(text) {
  if (!text.startsWith('{')) return text;
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return text;
  }
  if (message.type === 'system') return null;
  if (message.type === 'result') return ended(message);
  const parts = message.message?.content;
  if (!Array.isArray(parts)) return typeof parts === 'string' ? parts : text;
  const said = parts.map(part).filter(Boolean);
  return said.length ? said.join('\n') : null;
}

function part(it) {
  if (it.type === 'text') return it.text;
  if (it.type === 'tool_use') return `› ${it.name} ${called(it.input ?? {})}`;
  if (it.type === 'tool_result') return indented(results(it.content), it.is_error ? '✗ ' : '  ');
  return null;
}

/** The argument that says most; the whole input where none does. */
function called(input) {
  const first = input.command ?? input.file_path ?? input.path ?? input.pattern ?? input.url ?? input.query;
  return typeof first === 'string' ? first : JSON.stringify(input).slice(0, LONG);
}

function results(content) {
  if (typeof content === 'string') return content;
  const texts = (content ?? []).map((it) => it.text ?? `[${it.type}]`);
  return texts.join('\n');
}

function indented(text, mark) {
  const cut = text.trimEnd().slice(0, LONG);
  return cut ? cut.split('\n').map((it) => `${mark}${it}`).join('\n') : null;
}

function ended({ is_error: isError, result, subtype }) {
  const words = typeof result === 'string' && result ? result : subtype ?? '';
  return `${isError ? 'It failed' : 'It ended'}: ${words}`;
}
