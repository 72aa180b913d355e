// How numbers, times and hashes read. Pure functions.

const DAY = 86_400_000;

/** `14:03:27`, with the date before it when it was not today. */
export function time(text, now = new Date()) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return String(text ?? '');
  const clock = at.toLocaleTimeString('en-GB', { hour12: false });
  const sameDay = at.toDateString() === now.toDateString();
  return sameDay ? clock : `${at.toLocaleDateString('en-CA')} ${clock}`;
}

/** `3 min ago`; exact enough to look at. */
export function ago(text, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - new Date(text).getTime()) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds * 1000 < DAY) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor((seconds * 1000) / DAY)} d ago`;
}

/** `2 d 4 h`, `4 h 12 min`, `12 min`, `40 s`. */
export function span(seconds) {
  const units = [['d', 86_400], ['h', 3600], ['min', 60], ['s', 1]];
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first < 0) return '0 s';
  const parts = [];
  let rest = Math.floor(seconds);
  for (const [name, size] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) parts.push(`${count} ${name}`);
  }
  return parts.join(' ');
}

/** `1,234`. */
export function count(number) {
  return Number(number ?? 0).toLocaleString('en-GB');
}

/** `1 event`, `2 events`. */
export function many(number, noun) {
  return `${count(number)} ${noun}${Number(number) === 1 ? '' : 's'}`;
}

/** `4 kB`, `1.2 MB`. */
export function bytes(number) {
  if (number < 1000) return `${number} B`;
  if (number < 1e6) return `${Math.round(number / 1e3)} kB`;
  if (number < 1e9) return `${(number / 1e6).toFixed(1)} MB`;
  return `${(number / 1e9).toFixed(1)} GB`;
}

/** `0.4 ms`, `12 ms`, `1.3 s`. */
export function took(seconds) {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(1)} s`;
}

/** The first characters of a hash. */
export function short(hash, length = 12) {
  return String(hash ?? '').slice(0, length);
}

/** The first line of a text that says something. */
export function firstLine(text) {
  return String(text ?? '').split('\n').find((line) => line.trim()) ?? '';
}

/** One line that says what an event's data holds. */
export function gist(value, most = 160) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).slice(0, most);
  if (value.tool && 'micros' in value) {
    const given = value.arguments ? JSON.stringify(value.arguments) : '';
    const ended = value.error ? `failed with ${value.error}` : `in ${took(value.micros / 1e6)}`;
    return `${value.tool} ${given} ${ended}`.slice(0, most);
  }
  const parts = Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== '')
    .map(([key, inner]) => `${key} ${typeof inner === 'object' ? JSON.stringify(inner) : inner}`);
  return parts.join(' · ').slice(0, most);
}
