/** The light border, in squares, that readers need. */
const BORDER = 4

/** The dark squares as one SVG path in a square of `size` units: one rectangle for each run of a row. */
export async function drawQrCode(text: string): Promise<{ size: number; path: string }> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: BORDER })
  return { size: rows.length, path: rows.map(drawRow).join('') }
}

function drawRow(row: boolean[], y: number): string {
  const squares = row.map((dark) => (dark ? '1' : '0')).join('')
  const runs = [...squares.matchAll(/1+/g)]
  return runs.map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join('')
}
