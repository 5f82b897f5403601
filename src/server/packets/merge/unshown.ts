/** Finds PDFs whose pages are not what a person sees in the program that made them (SPEC C425). */
import { PDFArray, PDFBool, PDFDict, PDFName, type PDFDocument } from '@cantoo/pdf-lib'

const key = (name: string) => PDFName.of(name)

/**
 * `xfa`: a form of Adobe, whose only page says "Please wait" in other programs. `portfolio`: a collection of other files with a
 * cover page. Undefined for all other PDFs.
 */
export function findUnshown({ catalog }: PDFDocument): 'xfa' | 'portfolio' | undefined {
  const form = catalog.lookup(key('AcroForm'))
  if (form instanceof PDFDict && form.has(key('XFA'))) {
    const fields = form.lookup(key('Fields'))
    const hasFields = fields instanceof PDFArray && fields.size() > 0
    if (!hasFields || catalog.lookup(key('NeedsRendering')) === PDFBool.True) return 'xfa'
  }
  const collection = catalog.lookup(key('Collection'))
  const names = catalog.lookup(key('Names'))
  const hasFiles = names instanceof PDFDict && names.has(key('EmbeddedFiles'))
  // A hidden collection is a PDF with files in addition to its pages.
  const isShown = collection instanceof PDFDict && collection.lookup(key('View')) !== key('H')
  return isShown && hasFiles ? 'portfolio' : undefined
}
