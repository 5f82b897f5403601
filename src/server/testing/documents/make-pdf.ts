/** Makes small PDFs without a library, for tests of documents. */
type Pdf = {
  pages?: number
  /** The page count that the page tree states, if it is not the number of pages. */
  count?: number
  /** A line of text on each page. */
  text?: string
  /** Bytes in a comment, to make it large. */
  padding?: number
}

export function makePdf({
  pages = 1,
  count = pages,
  text = 'Page',
  padding = 0,
}: Pdf = {}): Buffer {
  const first = 4
  const kids = Array.from({ length: pages }, (_, n) => `${first + 2 * n} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_, n) =>
      drawPage(`${text} ${n + 1}`, first + 2 * n + 1),
    ).flat(),
  ]
  const parts = [`%PDF-1.7\n${padding ? `%${'x'.repeat(padding)}\n` : ''}`]
  let length = parts[0]?.length ?? 0
  const offsets = objects.map((object, n) => {
    const written = `${n + 1} 0 obj\n${object}\nendobj\n`
    parts.push(written)
    length += written.length
    return length - written.length
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${table}`)
  parts.push(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

function drawPage(line: string, content: number): string[] {
  const drawn = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
  ]
}

/**
 * A PDF of which a packet would lose the text: two objects have one number. Programs follow the table to the first; the library
 * that copies pages takes the last, which is empty.
 */
export function makeLosingPdf(text?: string): Buffer {
  const pdf = makePdf({ text: text ?? 'Signed' }).toString('latin1')
  const stale = '5 0 obj\n<< /Length 0 >>\nstream\n\nendstream\nendobj\n'
  const table = pdf.indexOf('xref\n')
  const end = pdf.slice(table).replace(/startxref\n\d+/, `startxref\n${table + stale.length}`)
  return Buffer.from(pdf.slice(0, table) + stale + end, 'latin1')
}
