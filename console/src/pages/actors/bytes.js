// Text to base64 and back, as the theater's messages travel. Pure functions.

/** The bytes of a text, in base64. */
export function encode(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Base64 as text, or as it is when it is no text. */
export function decode(data) {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return data;
  }
}
