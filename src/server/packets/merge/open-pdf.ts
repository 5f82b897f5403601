/** Opens a paper's PDF, and repairs what other programs accept (SPEC C420). */
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  type PDFContext,
} from '@cantoo/pdf-lib'
import type { UnreadableReason } from '#core/packets/packets.ts'

export class UnreadableError extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason) {
    super(reason)
    this.reason = reason
  }
}

/** With AES-256 the id is not used. The library needs one. */
const NO_ID = Buffer.from('\ntrailer\n<< /ID [<> <>] >>\nstartxref\n0\n%%EOF\n')
/** Lists of pages are nested. A damaged PDF can have a circle of them. */
const MOST_LEVELS = 64

const key = (name: string) => PDFName.of(name)

/**
 * Opens the PDF with an empty password, as every PDF viewer does, because many scanners set only an owner's password.
 * Throws `UnreadableError`.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const source = await load(bytes).catch(async (error: unknown) => {
    if (asksForPassword(error)) throw new UnreadableError('password')
    return load(Buffer.concat([bytes, NO_ID])).catch(() => {
      throw new UnreadableError('damaged')
    })
  })
  const pages = source.catalog.lookup(key('Pages'))
  if (pages instanceof PDFDict) nameTypes(source.context, pages)
  return source
}

function load(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, {
    password: '',
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  })
}

function asksForPassword(error: unknown): boolean {
  return error instanceof Error && /password|encrypt/i.test(`${error.name} ${error.message}`)
}

/** Pages that do not say that they are pages are recognized by their place. The library would leave them out. */
function nameTypes(context: PDFContext, pages: PDFDict, level = 0): void {
  const kids = pages.lookup(key('Kids'))
  if (!(kids instanceof PDFArray) || level > MOST_LEVELS) return
  for (const [at, ref] of kids.asArray().entries()) {
    const kid = kids.lookup(at)
    if (!(kid instanceof PDFDict)) continue
    const isList = kid.has(key('Kids'))
    if (isList) nameTypes(context, kid, level + 1)
    if (kid instanceof PDFPageLeaf || kid instanceof PDFPageTree) continue
    const type = isList ? PDFPageTree : PDFPageLeaf
    const named = type.fromMapWithContext(new Map(kid.entries()), context)
    if (ref instanceof PDFRef) context.assign(ref, named)
  }
}
