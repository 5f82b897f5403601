/** Reads a part of a workbook as XML, piece by piece. No other file imports the XML library. */
import { UnreadableWorkbook } from './unreadable-workbook.ts'

/** `of`: the value of an attribute; blank without it. Tags and attributes are without their prefix. */
type Handlers = {
  open: (tag: string, of: (attribute: string) => string) => void
  text?: (text: string) => void
  close?: (tag: string) => void
}

/** Characters. A cell has at most 32,767. */
const LONGEST_PART = 4 * 1024 * 1024
/** Tags in tags. A sheet has about ten. */
const DEEPEST_TAG = 100

type Readable = { read: (path: string, onPiece: (text: string) => void) => Promise<void> }

/** Throws UnreadableWorkbook. A document type is refused: the entities that it declares could grow without end. */
export async function parseXml(
  parts: Readable,
  path: string,
  { open, text, close }: Handlers,
): Promise<void> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  /** Characters since the last tag. The library keeps a text until it ends. */
  let quiet = 0
  let depth = 0
  const fail = () => {
    throw new UnreadableWorkbook('damaged')
  }
  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('opentag', ({ name, attributes }) => {
    quiet = 0
    if (++depth > DEEPEST_TAG) fail()
    open(withoutPrefix(name), (wanted) => {
      const own = attributes[wanted]
      if (own !== undefined) return own
      const prefixed = Object.keys(attributes).find((key) => withoutPrefix(key) === wanted)
      return prefixed === undefined ? '' : (attributes[prefixed] ?? '')
    })
  })
  if (text) parser.on('text', text)
  if (text) parser.on('cdata', text)
  parser.on('closetag', ({ name }) => {
    quiet = 0
    depth--
    close?.(withoutPrefix(name))
  })
  await parts.read(path, (piece) => {
    quiet += piece.length
    if (quiet > LONGEST_PART) throw new UnreadableWorkbook('large')
    parser.write(piece)
  })
  parser.close()
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
