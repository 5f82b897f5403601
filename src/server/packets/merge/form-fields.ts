/**
 * Draws the values of a filled form before its pages are copied (SPEC C422). A form can keep a value apart from the place where
 * it is shown, and leave the drawing to the program that opens it. A copied page has only what is drawn.
 */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFStream,
  PDFWidgetAnnotation,
  StandardFonts,
  type PDFDocument,
  type PDFFont,
  type PDFObject,
  type PDFPageLeaf,
  type PDFRef,
} from '@cantoo/pdf-lib'
import {
  drawButton,
  drawValue,
  listValues,
  readDrawing,
  readText,
  type Widget,
} from './draw-value.ts'

/** A filled field that can't be drawn, because the font lacks its letters or its place is too small. */
export class FieldError extends Error {
  readonly field: string

  constructor(field: string) {
    super(`The field ${field} can’t be drawn`)
    this.field = field
  }
}

/** Bits of an annotation's flags. */
const [HIDDEN, PRINTED, NO_VIEW] = [2, 4, 32]
/** In points. Nothing can be seen in a smaller place. */
const SMALLEST_PLACE = 2
/** Fields can be parts of fields. A damaged PDF can have a circle of them. */
const MOST_LEVELS = 32
/** What a widget can have from its field. */
const INHERITED = ['FT', 'V', 'DA', 'Ff', 'Q', 'MaxLen', 'Opt']

const key = (name: string) => PDFName.of(name)
/** What a picture keeps of its widget. */
const KEPT = ['Type', 'Rect', 'P', 'OC'].map((name) => PDFName.of(name))

/** `redraws`: the form asks the program that opens it to draw all values again. */
type Form = { dict: PDFDict | undefined; redraws: boolean }

type FontOf = (appearance: string) => Promise<PDFFont>

/**
 * Makes a picture of each value that has no drawing of its own, in the same way each time. Returns the ids, such as "7R", of those
 * that other programs draw with other letters. Throws `FieldError`.
 */
export async function drawFields(source: PDFDocument): Promise<string[]> {
  const form = readForm(source)
  const fontOf = openFonts(source, form)
  const redrawn: string[] = []
  for (const page of source.getPages())
    for (const dict of listWidgets(page.node)) {
      const widget = isSeen(dict) && copyWidget(source, dict, form)
      const drawing = widget && (await drawWidget(widget, form, fontOf))
      if (!drawing) continue
      if (!isPlain(widget.dict)) redrawn.push(idOf(source.context.getObjectRef(dict)))
      setPicture(dict, drawing)
    }
  return redrawn
}

/** A text of plain letters, which all programs draw with the same letters. */
function isPlain(dict: PDFDict): boolean {
  const isText = dict.lookup(key('FT')) === key('Tx')
  return isText && listValues(dict).every((value) => /^[\n\r -~]*$/.test(value))
}

function idOf(ref: PDFRef | undefined): string {
  return ref ? `${ref.objectNumber}R${ref.generationNumber || ''}` : ''
}

function readForm({ catalog }: PDFDocument): Form {
  const dict = catalog.lookup(key('AcroForm'))
  if (!(dict instanceof PDFDict)) return { dict: undefined, redraws: false }
  return { dict, redraws: dict.lookup(key('NeedAppearances')) === PDFBool.True }
}

function listWidgets(page: PDFPageLeaf): PDFDict[] {
  const annotations = page.lookup(PDFName.Annots)
  if (!(annotations instanceof PDFArray)) return []
  const all = Array.from({ length: annotations.size() }, (_, index) => annotations.lookup(index))
  return all.filter(
    (one): one is PDFDict => one instanceof PDFDict && one.lookup(key('Subtype')) === key('Widget'),
  )
}

/** A widget without a place on the page, or a hidden one, is not shown by other programs either. */
function isSeen(dict: PDFDict): boolean {
  const flags = dict.lookup(key('F'))
  const bits = flags instanceof PDFNumber ? flags.asNumber() : 0
  if (bits & (HIDDEN | NO_VIEW) || !(dict.lookup(key('Rect')) instanceof PDFArray)) return false
  const { width, height } = PDFWidgetAnnotation.fromDict(dict).getRectangle()
  return width >= SMALLEST_PLACE && height >= SMALLEST_PLACE
}

function copyWidget(source: PDFDocument, widget: PDFDict, form: Form): Widget {
  const dict = widget.clone()
  const names: string[] = []
  let field: PDFDict | undefined = widget
  for (let level = 0; field && level < MOST_LEVELS; level++) {
    const partial = readText(field.lookup(key('T')))
    if (partial) names.unshift(partial)
    for (const name of INHERITED) {
      const value = field.get(key(name))
      if (value && !dict.has(key(name))) dict.set(key(name), value)
    }
    const parent: PDFObject | undefined = field.lookup(key('Parent'))
    field = parent instanceof PDFDict ? parent : undefined
  }
  const appearance = form.dict?.get(key('DA'))
  if (appearance && !dict.has(key('DA'))) dict.set(key('DA'), appearance)
  for (const name of ['Parent', 'Kids']) dict.delete(key(name))
  return { dict, ref: source.context.register(dict), name: names.join('.'), source }
}

/** Returns the drawing, or undefined if the widget has its own or has nothing to show. Throws `FieldError`. */
async function drawWidget(
  widget: Widget,
  { redraws }: Form,
  fontOf: FontOf,
): Promise<PDFObject | undefined> {
  const { dict, name } = widget
  const type = dict.lookup(key('FT'))
  try {
    if (type === key('Btn')) return drawButton(widget)
    if (type !== key('Tx') && type !== key('Ch')) return undefined
    const own = readDrawing(dict)
    if (own instanceof PDFStream && !redraws) return undefined
    const values = listValues(dict)
    // Without a value and a drawing there is nothing to show.
    if (!own && !values.some((value) => value.trim())) return undefined
    dict.delete(key('AP'))
    return drawValue(widget, await fontOf(readText(dict.lookup(key('DA'))) ?? ''))
  } catch {
    throw new FieldError(name || 'without a name')
  }
}

/** Replaces the widget by a picture, which every program shows in the same way. */
function setPicture(widget: PDFDict, drawing: PDFObject): void {
  for (const [name] of widget.entries()) if (!KEPT.includes(name)) widget.delete(name)
  widget.set(key('Subtype'), key('Stamp'))
  widget.set(key('F'), PDFNumber.of(PRINTED))
  widget.set(key('AP'), widget.context.obj({ N: drawing }))
}

/** The standard font that is most like the field's own. */
function openFonts(source: PDFDocument, { dict }: Form): FontOf {
  const opened = new Map<StandardFonts, Promise<PDFFont>>()
  const resources = dict?.lookup(key('DR'))
  const fonts = resources instanceof PDFDict ? resources.lookup(key('Font')) : undefined
  return (appearance) => {
    const [, name = ''] = /\/(\S+)\s+[\d.]+\s+Tf/.exec(appearance) ?? []
    const own = fonts instanceof PDFDict ? fonts.lookup(key(name)) : undefined
    const base = own instanceof PDFDict ? String(own.lookup(key('BaseFont'))) : name
    const font = pickFont(base)
    const found = opened.get(font) ?? source.embedFont(font)
    opened.set(font, found)
    return found
  }
}

function pickFont(name: string): StandardFonts {
  const isBold = /bold|HeBo|TiBo|CoBo/i.test(name)
  if (/cour|^\/?Co(?:Bo)?$/i.test(name))
    return isBold ? StandardFonts.CourierBold : StandardFonts.Courier
  if (/times|^\/?Ti(?:Ro|Bo)$/i.test(name))
    return isBold ? StandardFonts.TimesRomanBold : StandardFonts.TimesRoman
  return isBold ? StandardFonts.HelveticaBold : StandardFonts.Helvetica
}
