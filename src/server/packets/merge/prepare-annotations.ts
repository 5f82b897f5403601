/** Prepares the annotations of a page, such as a signature that was drawn on it, before the page is copied. */
import { PDFArray, PDFDict, PDFName, type PDFPageLeaf } from '@cantoo/pdf-lib'

/** Links into the rest of the document, which would be copied with the page, and actions that a PDF viewer would run. */
const LEFT_OUT = ['P', 'Parent', 'Popup', 'IRT', 'A', 'AA', 'Dest', 'StructParent'].map((name) =>
  PDFName.of(name),
)

/** Removes these links and actions from the page's annotations, and keeps their pictures. */
export function prepareAnnotations(page: PDFPageLeaf): void {
  const annotations = page.lookup(PDFName.Annots)
  if (!(annotations instanceof PDFArray)) {
    page.delete(PDFName.Annots)
    return
  }
  for (let index = annotations.size() - 1; index >= 0; index--) {
    const annotation = annotations.lookup(index)
    if (!(annotation instanceof PDFDict)) annotations.remove(index)
    else for (const name of LEFT_OUT) annotation.delete(name)
  }
}
