/** Reads a saved email (.eml): its text and its attachments (RFC 5322, 2045, 2047 and 2231). What is odd is left out, never guessed. */

export type MailFile = {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  isInline: boolean
}

export type SavedMail = { subject: string; from: string; text: string; files: MailFile[] }

/** Each byte is a character of the same number, because parts have different encodings. */
type Bytes = string

type Part = { headers: ReadonlyMap<string, string>; body: Bytes }

/** Parts within parts: forwarded mails have a few. */
const DEEPEST = 12

export function parseMail(bytes: Uint8Array): SavedMail {
  // Some programs begin with a line of their own: "From ann@example.com Mon Nov 30".
  const source = toByteString(bytes).replace(/^(?:\u00EF\u00BB\u00BF)?\s*(?:From [^\n]*\n)?/, '')
  const part = splitPart(source)
  const { text, files } = readPart(part, 0)
  return {
    subject: decodeWords(part.headers.get('subject') ?? ''),
    from: decodeWords(part.headers.get('from') ?? ''),
    text,
    files,
  }
}

function toByteString(bytes: Uint8Array): Bytes {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 32_768)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)))
  return pieces.join('')
}

function toBytes(text: Bytes): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function splitPart(source: Bytes): Part {
  const end = /\r?\n\r?\n/.exec(source)
  const head = end ? source.slice(0, end.index) : source
  const body = end ? source.slice(end.index + end[0].length) : ''
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (name && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return { headers, body }
}

type Content = Pick<SavedMail, 'text' | 'files'>

const NOTHING: Content = { text: '', files: [] }

function readPart({ headers, body }: Part, depth: number): Content {
  if (depth > DEEPEST) return NOTHING
  const { value: type, parameters } = readHeader(headers.get('content-type') ?? 'text/plain')
  const boundary = parameters.get('boundary')
  if (type.startsWith('multipart/') && boundary) {
    const parts = splitBody(body, boundary).map(splitPart)
    if (type === 'multipart/alternative') return readAlternatives(parts, depth)
    return join(parts.map((part) => readPart(part, depth + 1)))
  }
  const disposition = readHeader(headers.get('content-disposition') ?? '')
  const content = decodeBody(body, headers.get('content-transfer-encoding') ?? '')
  if (type === 'message/rfc822') return readPart(splitPart(content), depth + 1)
  const name = decodeWords(disposition.parameters.get('filename') ?? parameters.get('name') ?? '')
  const isFile = disposition.value === 'attachment' || name !== ''
  if (!isFile && type.startsWith('text/')) {
    const text = decodeText(toBytes(content), parameters.get('charset') ?? 'utf-8')
    return { text: type === 'text/html' ? htmlToText(text) : text, files: [] }
  }
  const isInline = disposition.value !== 'attachment' && headers.has('content-id')
  return { text: '', files: [{ name, type, bytes: toBytes(content), isInline }] }
}

/** The same text in several forms: the plain one, if it is not blank. */
function readAlternatives(parts: readonly Part[], depth: number): Content {
  const read = parts.map((part) => readPart(part, depth + 1))
  const text = read.find((content) => content.text.trim())?.text ?? ''
  return { text, files: read.flatMap(({ files }) => files) }
}

function join(contents: readonly Content[]): Content {
  return {
    text: contents
      .map(({ text }) => text)
      .filter((text) => text.trim())
      .join('\n\n'),
    files: contents.flatMap(({ files }) => files),
  }
}

/** The parts between the lines of the boundary. What stands before the first and after the last one is for old programs. */
function splitBody(body: Bytes, boundary: string): Bytes[] {
  const line = `--${boundary}`
  const parts: Bytes[] = []
  let start = -1
  for (let at = findLine(body, line, 0); at >= 0;) {
    if (start >= 0) parts.push(body.slice(start, at).replace(/\r?\n$/, ''))
    const rest = at + line.length
    if (body.startsWith('--', rest)) return parts
    const next = body.indexOf('\n', rest)
    if (next < 0) return parts
    start = next + 1
    at = findLine(body, line, start)
  }
  // A mail that was cut off ends without the last line.
  return start < 0 ? [] : [...parts, body.slice(start)]
}

function findLine(body: Bytes, line: string, from: number): number {
  for (let at = body.indexOf(line, from); at >= 0; at = body.indexOf(line, at + 1)) {
    const after = body.slice(at + line.length, at + line.length + 2)
    if ((at === 0 || body[at - 1] === '\n') && /^(?:--|\s|$)/.test(after)) return at
  }
  return -1
}

type Header = { value: string; parameters: ReadonlyMap<string, string> }

/** `attachment; filename*=UTF-8''Rate%20Con.pdf`, also in numbered parts. */
function readHeader(header: string): Header {
  const [value = '', ...rest] = header.match(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? []
  const parameters = new Map<string, string>()
  for (const one of rest) {
    const found = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/s.exec(one)
    if (!found) continue
    const [, name = '', given = ''] = found
    const [, base = '', isCoded] = /^([^*]+)(?:\*\d+)?(\*)?$/.exec(name.toLowerCase()) ?? []
    const text = given.startsWith('"') ? given.slice(1, -1).replaceAll(/\\(.)/g, '$1') : given
    if (base)
      parameters.set(base, (parameters.get(base) ?? '') + (isCoded ? decodeUrl(text) : text))
  }
  return { value: value.trim().toLowerCase(), parameters }
}

function decodeUrl(text: string): string {
  const [, charset, coded = text] = /^([\w-]*)'[^']*'(.*)$/.exec(text) ?? []
  const bytes = coded.replaceAll(/%([\dA-F]{2})/gi, (_, hex: string) => fromHex(hex))
  return decodeText(toBytes(bytes), charset || 'utf-8')
}

function fromHex(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/** "=?UTF-8?Q?Rate_Con?= 12" → "Rate Con 12". */
function decodeWords(text: string): string {
  return text
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(
      /=\?([\w-]+)(?:\*[\w-]+)?\?([BQ])\?([^?]*)\?=/gi,
      (_, charset: string, kind: string, coded: string) => {
        const bytes =
          kind.toUpperCase() === 'B'
            ? decodeBase64(coded)
            : decodeQuoted(coded.replaceAll('_', ' '))
        return decodeText(toBytes(bytes), charset)
      },
    )
}

function decodeBody(body: Bytes, encoding: string): Bytes {
  const kind = encoding.trim().toLowerCase()
  if (kind === 'base64') return decodeBase64(body)
  return kind === 'quoted-printable' ? decodeQuoted(body) : body
}

function decodeBase64(text: string): Bytes {
  const plain = text.replaceAll(/[^A-Za-z0-9+/]/g, '')
  // One letter more than whole groups holds no byte: the mail was cut off.
  return atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain)
}

function decodeQuoted(text: string): Bytes {
  return text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => fromHex(hex))
}

function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The text of an HTML mail: a row of a table is a line, and tabs separate its cells, also the blank ones (SPEC C551). */
export function htmlToText(html: string): string {
  const text = html
    .replaceAll(/<!--.*?-->|<(style|script|head|title)\b.*?<\/\1\s*>/gis, '')
    .replaceAll(/\s+/g, ' ')
    // A table in a cell is no text of the row.
    .replaceAll(/<\/table\s*> ?<\/t[dh]\s*>/gi, '\n')
    .replaceAll(/<t[dh]\b[^>]*\bcolspan\s*=\s*["']?(\d{1,2})\b[^>]*>/gi, (_, count: string) =>
      SPANNED.repeat(Math.max(0, Number(count) - 1)),
    )
    .replaceAll(/<\/t[dh]\s*>/gi, '\t')
    .replaceAll(/<(?:\/tr|\/table)\b[^>]*>/gi, '\n')
    .replaceAll(/<tr\b[^>]*>/gi, ROW)
    .replaceAll(/<(?:br|\/p|\/div|\/h[1-6]|\/li|hr)\b[^>]*>/gi, BREAK)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/(?:[\n\v] ?)?\r/g, '\n')
    .split('\n')
    .flatMap(layRow)
    .join('\n')
  return decodeEntities(text)
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/[ \u00A0]+/g, ' ')
        .replaceAll(/ ?\t ?/g, '\t')
        .replace(/^ /, '')
        .trimEnd(),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

/** Marks a column more that a cell spans, the end of a paragraph, and the start of a row. */
const [SPANNED, BREAK, ROW] = ['\f', '\v', '\r']
const MOST_CELLS = 50

/** The lines of a row: those of its cells stand beside each other. A cell over two columns is one and a blank one. */
function layRow(row: string): string[] {
  if (!row.includes('\t')) return row.split(BREAK)
  const cells = row.split('\t').flatMap((cell) => {
    const lines = trimBlank(cell.replaceAll(SPANNED, '').split(BREAK))
    return [lines, ...Array.from({ length: cell.split(SPANNED).length - 1 }, () => [''])]
  })
  if (cells.length > MOST_CELLS) return [cells.map((lines) => lines.join(' ')).join('\t')]
  const height = Math.max(...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) => cells.map((lines) => lines[at] ?? '').join('\t'))
}

/** Outlook writes each cell as a paragraph. */
function trimBlank(lines: readonly string[]): string[] {
  const isFilled = (line: string) => line.trim() !== ''
  const first = lines.findIndex(isFilled)
  return first < 0 ? [''] : lines.slice(first, lines.findLastIndex(isFilled) + 1)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  bull: '•',
  middot: '·',
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi,
    (whole, hex, decimal, name) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      if (hex || decimal) return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
      return ENTITIES[String(name).toLowerCase()] ?? whole
    },
  )
}
