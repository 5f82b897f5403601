/** Layers that a PDF hides stay hidden in the packet (SPEC C423), such as "VOID" over the copy of a form. */
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFRef,
  type PDFDocument,
  type PDFObjectCopier,
} from '@cantoo/pdf-lib'

/** `all`, `hidden`: layers in the packet. */
export type Layers = { all: PDFRef[]; hidden: PDFRef[] }

const key = (name: string) => PDFName.of(name)

/** Copies the layers of a PDF into the packet, with the copier of its pages. A PDF that hides no layer has none to copy. */
export function copyLayers({ catalog }: PDFDocument, copier: PDFObjectCopier): Layers {
  const properties = catalog.lookup(key('OCProperties'))
  const shown = properties instanceof PDFDict ? properties.lookup(key('D')) : undefined
  if (!(properties instanceof PDFDict) || !(shown instanceof PDFDict))
    return { all: [], hidden: [] }
  const all = listRefs(properties, 'OCGs')
  const on = listRefs(shown, 'ON')
  const hidden =
    shown.lookup(key('BaseState')) === key('OFF')
      ? all.filter((layer) => !on.includes(layer))
      : listRefs(shown, 'OFF')
  const copy = (layer: PDFRef) => copier.copy(layer)
  return hidden.length ? { all: all.map(copy), hidden: hidden.map(copy) } : { all: [], hidden: [] }
}

/** Hides the layers of all papers. */
export function hideLayers({ catalog, context }: PDFDocument, papers: readonly Layers[]): void {
  const hidden = papers.flatMap((paper) => paper.hidden)
  if (!hidden.length) return
  const all = papers.flatMap((paper) => paper.all)
  catalog.set(key('OCProperties'), context.obj({ OCGs: all, D: { OFF: hidden } }))
}

function listRefs(dict: PDFDict, name: string): PDFRef[] {
  const array = dict.lookup(key(name))
  return array instanceof PDFArray
    ? array.asArray().filter((one): one is PDFRef => one instanceof PDFRef)
    : []
}
