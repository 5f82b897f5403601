/** Bytes as the database hands them over, "\\x00ff", as bytes. */
export function storedBytes(stored: string): Buffer {
  return Buffer.from(stored.slice('\\x'.length), 'hex')
}
