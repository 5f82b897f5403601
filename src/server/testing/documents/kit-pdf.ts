/** PDFs as scanners, e-sign services and office programs write them, for tests of packets. */
import PDFDocument from 'pdfkit'

type Kit = {
  pages?: number
  text?: string
  ownerPassword?: string
  userPassword?: string
  size?: [width: number, height: number]
}

/** Makes a PDF with "{text} {page}" near the top of each page. It is compressed, and encrypted if it has a password. */
export function kitPdf({ pages = 1, text = 'Paper', ...options }: Kit = {}): Promise<Buffer> {
  const made = new PDFDocument({ autoFirstPage: false, margin: 0, pdfVersion: '1.7', ...options })
  const pieces: Buffer[] = []
  const whole = new Promise<Buffer>((resolve) => {
    made.on('data', (piece: Buffer) => pieces.push(piece))
    made.on('end', () => resolve(Buffer.concat(pieces)))
  })
  for (let page = 1; page <= pages; page++) {
    made.addPage({ margin: 0, size: options.size ?? [612, 792] })
    made.fontSize(10).text(`${text} ${page}`, 10, 10, { lineBreak: false })
  }
  made.end()
  return whole
}
