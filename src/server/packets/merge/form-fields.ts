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
  hasLetters,
  listOptions,
  listValues,
  ownDrawing,
  readText,
  type Widget,
} from './draw-value.ts'

/** A filled field that can't be drawn, because the font lacks its letters. */
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

/** `text`: what is drawn with it. */
type FontOf = (appearance: string, text: string) => Promise<PDFFont>

/** How alike other programs show a picture: with the same letters and lines, with the same letters, or not at all. */
export type Likeness = 'same' | 'letters' | 'other'

/**
 * Makes a picture of each field that is shown, in the same way each time. A field without its form is not shown by all programs.
 * Returns the likeness of each by its id, such as "7R". Throws `FieldError`.
 */
export async function drawFields(source: PDFDocument): Promise<Map<string, Likeness>> {
  const form = readForm(source)
  const fontOf = openFonts(source, form)
  const drawn = new Map<string, Likeness>()
  for (const page of source.getPages())
    for (const dict of listWidgets(page.node)) {
      const widget = isSeen(dict) && copyWidget(source, dict, form)
      const picture = widget && (await drawWidget(widget, form, fontOf))
      if (!picture) continue
      drawn.set(idOf(source.context.getObjectRef(dict)), picture.likeness)
      setPicture(dict, picture.drawing, form)
    }
  return drawn
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

type Picture = { drawing: PDFObject; likeness: Likeness }

/** Returns undefined if the widget has nothing to show. Throws `FieldError`. */
async function drawWidget(
  { dict, name, ...widget }: Widget,
  form: Form,
  fontOf: FontOf,
): Promise<Picture | undefined> {
  const type = dict.lookup(key('FT'))
  const isText = type === key('Tx') || type === key('Ch')
  const own = ownDrawing(dict)
  if (own && !(isText && form.redraws)) return { drawing: own, likeness: 'same' }
  try {
    if (type === key('Btn')) return asPicture(drawButton({ dict, name, ...widget }), 'other')
    const values = isText ? listValues(dict) : []
    const isFilled = values.some((value) => value.trim())
    const hasFrame = form.redraws && dict.has(key('MK'))
    if (!isText || (!own && !isFilled && !hasFrame)) return undefined
    dict.delete(key('AP'))
    const text = [...values, ...listOptions(dict).map(({ shown }) => shown)].join('')
    const font = await fontOf(readText(dict.lookup(key('DA'))) ?? '', text)
    const isPlain = type === key('Tx') && values.every((value) => /^[\n\r -~]*$/.test(value))
    return asPicture(drawValue({ dict, name, ...widget }, font), isPlain ? 'letters' : 'other')
  } catch {
    throw new FieldError(name || 'without a name')
  }
}

function asPicture(drawing: PDFObject | undefined, likeness: Likeness): Picture | undefined {
  return drawing && { drawing, likeness }
}

/** Replaces the widget by a picture, which every program shows in the same way. */
function setPicture(widget: PDFDict, drawing: PDFObject, form: Form): void {
  for (const [name] of widget.entries()) if (!KEPT.includes(name)) widget.delete(name)
  widget.set(key('Subtype'), key('Stamp'))
  widget.set(key('F'), PDFNumber.of(PRINTED))
  widget.set(key('AP'), widget.context.obj({ N: drawing }))
  // A drawing without fonts uses those of its form.
  const stream = widget.context.lookup(drawing)
  const resources = form.dict?.get(key('DR'))
  if (stream instanceof PDFStream && resources && !stream.dict.has(key('Resources')))
    stream.dict.set(key('Resources'), resources)
}

/** The standard font that is most like the field's own, or the one of statements if the standard fonts lack a letter. */
function openFonts(source: PDFDocument, { dict }: Form): FontOf {
  const opened = new Map<string, Promise<PDFFont>>()
  const open = (name: string, embed: () => Promise<PDFFont>) => {
    const found = opened.get(name) ?? embed()
    opened.set(name, found)
    return found
  }
  const resources = dict?.lookup(key('DR'))
  const fonts = resources instanceof PDFDict ? resources.lookup(key('Font')) : undefined
  return async (appearance, text) => {
    const [, name = ''] = /\/(\S+)\s+[\d.]+\s+Tf/.exec(appearance) ?? []
    const own = fonts instanceof PDFDict ? fonts.lookup(key(name)) : undefined
    const base = own instanceof PDFDict ? String(own.lookup(key('BaseFont'))) : name
    const standard = pickFont(base)
    const font = await open(standard, () => source.embedFont(standard))
    return hasLetters(font, text) ? font : open('statements', () => embedInter(source))
  }
}

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]

/** "Paweł" and "Київ". Few forms need it, and it takes longer to load than a packet. */
async function embedInter(source: PDFDocument): Promise<PDFFont> {
  const { regular } = await import('#server/statements/pdf/fonts.ts')
  source.registerFontkit({ create: () => regular } as unknown as Fontkit)
  return source.embedFont(new Uint8Array(), { subset: true })
}

function pickFont(name: string): StandardFonts {
  const isBold = /bold|HeBo|TiBo|CoBo/i.test(name)
  if (/cour|^\/?Co(?:Bo)?$/i.test(name))
    return isBold ? StandardFonts.CourierBold : StandardFonts.Courier
  if (/times|^\/?Ti(?:Ro|Bo)$/i.test(name))
    return isBold ? StandardFonts.TimesRomanBold : StandardFonts.TimesRoman
  return isBold ? StandardFonts.HelveticaBold : StandardFonts.Helvetica
}
