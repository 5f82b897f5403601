/** Bytes as the database hands them over, "\\x00ff", as bytes. */
export function parseBytes(stored: string): Buffer {
  return Buffer.from(stored.slice('\\x'.length), 'hex')
}
