/** Draws the value of one widget of a form: a text, a menu, a list or a box (SPEC C422). */
import {
  decodePDFRawStream,
  PDFAcroCheckBox,
  PDFAcroListBox,
  PDFAcroText,
  PDFArray,
  PDFCheckBox,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOptionList,
  PDFRawStream,
  PDFStream,
  PDFString,
  PDFTextField,
  type PDFDocument,
  type PDFFont,
  type PDFObject,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** A copy of a widget that has its field's values too, so that it can be drawn by itself. `name`: "Receiver.Name". */
export type Widget = { dict: PDFDict; ref: PDFRef; name: string; source: PDFDocument }

/** Bits of a field's flags. */
const [PASSWORD, COMB, RICH_TEXT] = [1 << 13, 1 << 24, 1 << 25]
const [PUSH_BUTTON, COMBO] = [1 << 16, 1 << 17]

const key = (name: string) => PDFName.of(name)

/** Draws a text, a menu or a list. Throws if the font lacks a letter. */
export function drawValue(widget: Widget, font: PDFFont): PDFObject | undefined {
  const { dict } = widget
  const isList = dict.lookup(key('FT')) === key('Ch') && !(flagsOf(dict) & COMBO)
  if (isList) drawList(widget, font)
  else drawText(widget, listValues(dict).join(', '), font)
  return drawnOf(dict)
}

/** Draws a text, or the chosen entry of a menu. */
function drawText({ dict, ref, source }: Widget, text: string, font: PDFFont): void {
  const flags = flagsOf(dict)
  const shown = flags & PASSWORD ? '•'.repeat(text.length) : text.replaceAll('\t', ' ')
  requireLetters(font, shown)
  const most = dict.lookup(key('MaxLen'))
  const fits = most instanceof PDFNumber && shown.length <= most.asNumber()
  if (!fits) dict.delete(key('MaxLen'))
  const kept = flags & ~(RICH_TEXT | PASSWORD) & (fits ? -1 : ~COMB)
  dict.set(key('Ff'), PDFNumber.of(dict.lookup(key('FT')) === key('Ch') ? 0 : kept))
  dict.set(key('FT'), key('Tx'))
  // A border without a style is one point wide.
  if (dict.has(key('MK')) && !dict.has(key('BS'))) dict.set(key('BS'), dict.context.obj({ W: 1 }))
  dict.set(key('V'), PDFHexString.fromText(shown))
  PDFTextField.of(PDFAcroText.fromDict(dict, ref), ref, source).updateAppearances(font)
}

function drawList({ dict, ref, source }: Widget, font: PDFFont): void {
  const shown = listOptions(dict).map(({ shown }) => shown)
  requireLetters(font, shown.join(' '))
  dict.set(key('V'), toArray(dict, listValues(dict)))
  dict.set(key('Opt'), toArray(dict, shown))
  PDFOptionList.of(PDFAcroListBox.fromDict(dict, ref), ref, source).updateAppearances(font)
}

function toArray({ context }: PDFDict, texts: readonly string[]): PDFArray {
  const array = PDFArray.withContext(context)
  for (const one of texts) array.push(PDFHexString.fromText(one))
  return array
}

function requireLetters(font: PDFFont, text: string): void {
  if (!hasLetters(font, text)) throw new Error('The font lacks a letter')
}

/** Line ends are not letters. */
export function hasLetters(font: PDFFont, text: string): boolean {
  const known = new Set(font.getCharacterSet())
  return [...text].every((one) => /\p{Cc}/u.test(one) || known.has(one.codePointAt(0) ?? 0))
}

/** A check box or a radio button that is on and has no drawings gets a check mark. */
export function drawButton({ dict, ref, source }: Widget): PDFObject | undefined {
  const state = stateOf(dict)
  const isOn = state !== undefined && state !== key('Off')
  if (flagsOf(dict) & PUSH_BUTTON || !isOn || drawingsOf(dict)) return undefined
  PDFCheckBox.of(PDFAcroCheckBox.fromDict(dict, ref), ref, source).updateAppearances()
  const states = drawingsOf(dict)
  return states instanceof PDFDict ? states.get(key('Yes')) : undefined
}

/** The widget's own drawing, of its state if it has several. */
export function ownDrawing(dict: PDFDict): PDFObject | undefined {
  const drawings = drawingsOf(dict)
  if (drawings instanceof PDFStream) return drawnOf(dict)
  const state = stateOf(dict)
  return drawings && state && drawings.get(state)
}

/** "Off" and "Yes", or another name for a box that is on. */
function stateOf(dict: PDFDict): PDFName | undefined {
  const [state, value] = [dict.lookup(key('AS')), dict.lookup(key('V'))]
  if (state instanceof PDFName) return state
  return value instanceof PDFName ? value : undefined
}

function drawnOf(dict: PDFDict): PDFObject | undefined {
  const appearances = dict.lookup(key('AP'))
  return appearances instanceof PDFDict ? appearances.get(key('N')) : undefined
}

/** The drawing of a widget, or the drawings of its states. */
function drawingsOf(dict: PDFDict): PDFStream | PDFDict | undefined {
  const appearances = dict.lookup(key('AP'))
  const normal = appearances instanceof PDFDict ? appearances.lookup(key('N')) : undefined
  return normal instanceof PDFStream || normal instanceof PDFDict ? normal : undefined
}

function flagsOf(dict: PDFDict): number {
  const flags = dict.lookup(key('Ff'))
  return flags instanceof PDFNumber ? flags.asNumber() : 0
}

/** The values as a person sees them: the entry "Dock Two" of a menu can have the value "d2". */
export function listValues(dict: PDFDict): string[] {
  const value = dict.lookup(key('V'))
  const all =
    value instanceof PDFArray
      ? Array.from({ length: value.size() }, (_, index) => value.lookup(index))
      : [value]
  const options = listOptions(dict)
  return all.flatMap((one) => {
    const text = readText(one)
    if (text === undefined) return []
    return [options.find(({ stored }) => stored === text)?.shown ?? text]
  })
}

export function listOptions(dict: PDFDict): { stored: string; shown: string }[] {
  const options = dict.lookup(key('Opt'))
  if (!(options instanceof PDFArray)) return []
  return Array.from({ length: options.size() }, (_, index) => {
    const option = options.lookup(index)
    const pair = option instanceof PDFArray ? [option.lookup(0), option.lookup(1)] : [option]
    const stored = readText(pair[0]) ?? ''
    return { stored, shown: readText(pair[1]) ?? stored }
  })
}

/** A long value can be a stream. */
export function readText(value: PDFObject | undefined): string | undefined {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText()
  return value instanceof PDFRawStream
    ? new TextDecoder('latin1').decode(decodePDFRawStream(value).decode())
    : undefined
}
