/** Writes a small PDF of its own: photographed pages, or typed text. */

/** `objects`: each in pieces, the catalog first. The same objects make the same bytes. */
export function writePdf(objects: readonly (readonly Uint8Array[])[]): Uint8Array {
  const pieces = [encode('%PDF-1.4\n%\xE2\xE3\xCF\xD3\n')]
  const offsets: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [at, object] of objects.entries()) {
    const written = [encode(`${at + 1} 0 obj\n`), ...object, encode('\nendobj\n')]
    offsets.push(length)
    length += sumLengths(written)
    pieces.push(...written)
  }
  pieces.push(encode(describeEnd(offsets, length)))
  return concatenate(pieces)
}

/** Encodes each character as one byte. */
export function encode(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function describeEnd(offsets: number[], length: number): string {
  const size = offsets.length + 1
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
}

function sumLengths(pieces: Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

function concatenate(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sumLengths(pieces))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
