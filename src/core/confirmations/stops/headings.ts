/** The headings that divide a rate confirmation into stops, charges, addresses and terms. */
import { ANY_DAY, DAY_TEXT } from '#core/confirmations/values/days.ts'
import { findPrintedPlace } from '#core/confirmations/values/places.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { isSentence } from '#core/confirmations/words/labels.ts'
import { namesBothStops } from './sentence-words.ts'

export type StopKind = 'pickup' | 'delivery' | 'stop'

export type SectionKind =
  | StopKind
  | 'charges'
  | 'carrier'
  | 'broker'
  | 'billing'
  | 'notes'
  | 'terms'

/** `number`: the number of the stop, as printed. `rest`: where the text after the heading begins in the cell. */
export type Heading = {
  kind: SectionKind
  number: string
  rest: number
  isDate: boolean
  /** "2. Delivery": a stop, or an item of the terms. */
  isItem?: boolean
}

const PICKUP =
  'shippers?|shp[rp]|collect from|pick[\\s-]?ups?(?: (?:at|from))?|picks?|p\\/?u|origins?|ship\\s?from|load(?:s|ing)? (?:at|from)|loading'
const DELIVERY =
  'receivers?|consignees?|cons|cnee|deliver(?:y|ies|s? (?:to|at))?|drops?(?:[\\s-]?offs?)?|dest(?:inations?|\\b)|ship\\s?to|unload(?:s|ing)?(?: at)?|del|final destination'
/** OCR can read the letter O as a zero. */
const STOP = 'stop[\\s-]?offs?|s\\/?[o0]|stops?'

/** Papers of Canada and of the border say it twice: "Pickup / Recolección", "Expéditeur / Shipper". */
const OTHER_LANGUAGE =
  'recolecci[oó]n|entrega|origen|destino|exp[eé]diteur|destinataire|ramassage|cueillette|livraison'

const STOP_WORDS = `(?:(?<pickup>${PICKUP})|(?<delivery>${DELIVERY})|(?<stop>${STOP}))`

/** "SHIPPER#1", "Stop 2: Delivery", "2 Drop", "Pick-up Location #1", "Origin: Dallas, TX". Not "Pickup #: 4711". */
const STOP_HEADING = new RegExp(
  `^\\W{0,2}(?:(?:${OTHER_LANGUAGE})\\s*\\/\\s*)?(?:(?:stop\\s*#?\\s*(?<before>\\d{1,2})|(?<item>\\d{1,2}[.)]?)(?=\\s))\\s*[:.)(/·•|–-]*\\s*)?${STOP_WORDS}` +
    '\\s*(?:(?:stop\\s*)?#?\\s*(?<after>\\d{1,2})(?![\\d/]|-\\d)(?:\\s*of\\s*\\d+)?)?\\)?' +
    `(?:\\s*\\/\\s*(?:${OTHER_LANGUAGE}))?` +
    '\\s*(?:location|information|info|details?|address|point|facility|city|stops?)?s?\\s*' +
    '(?:#?\\s*\\d{1,2}(?![\\d/]|-\\d)\\s*)?(?:(?::|–|\\s-|-(?=\\s|$))\\s*|$)',
  'i',
)

/** "Pickup Monday, November 23, 2026", "DEL 11/24 @ 0800": begins a stop only on papers without other headings. */
const DAY_HEADING = new RegExp(
  `^\\W{0,2}${STOP_WORDS}\\s*(?:#?\\d{1,2}\\s)?\\s*(?:on|at|@|by|[:–-])*\\s*(?=${DAY_TEXT})`,
  'i',
)

/** "PU 1 NORTH SHORE PAPER", "3 DROP Buckeye Grocers": a number beside the kind, and the name of the company. */
const NAMED_STOP =
  /^(?:(?<before>\d{1,2})\s+)?(?:(?<pickup>PU|P\/U|PICK)|(?<delivery>DROP|DEL)|(?<stop>SO|S\/O))(?<number>\s*#?\d{1,2})?\s+(?=[A-Z][\w&.'’-]+\s)/

/** "1) LOAD: Stockton, CA 95206". "Load: 7730019" is a number. */
const NUMBERED_LOAD = /^(?<item>\d{1,2}[.)])\s*(?<pickup>load):\s*/i

/** "P1" and "D2" alone. */
const SHORT_STOP = /^(?:(?<pickup>P)|(?<delivery>D))(?<after>\d)$/

/** "Stop 2" alone. */
const NUMBERED_STOP = /^stop\s*#?\s*(?<before>\d{1,2})\s*[:.)-]*\s*$/i

/** "Pick up at Acme, 100 Main St, Dallas, TX 75201 on November 23": begins a stop if a place follows. */
const INLINE_HEADING = new RegExp(`^${STOP_WORDS}\\s+(?:(?:at|from|to|in)\\s+)?(?=\\S)`, 'i')

/** "PICK-UP DATE: 11/23/2026" begins a stop only on papers without other headings. */
const DATE_HEADING = new RegExp(
  `^${STOP_WORDS}\\s*(?:date|exactly|estimated|appointment|appt|(?:from|to)(?=:))\\b[\\s.:#-]*`,
  'i',
)

const ROW_KIND = new RegExp(`^\\W{0,2}(?:\\d{1,2}[.)]?\\s+)?${STOP_WORDS}\\b`, 'i')

/** "3 DROP Buckeye Grocers" in a table: the kind of the stop of this row. Null if the row names none. */
export function readRowKind(text: string): StopKind | null {
  const { pickup, delivery, stop } = ROW_KIND.exec(text)?.groups ?? {}
  return pickup ? 'pickup' : delivery ? 'delivery' : stop ? 'stop' : null
}

const FIELD = `\\s*(?:date|day|time|appointment|appt|city|state|zip|#|no\\b|number|(?:on|at|@|by|[:–-])*\\s*${DAY_TEXT})`
const FIELDS = {
  pickup: new RegExp(`^(?:${PICKUP})${FIELD}`, 'i'),
  delivery: new RegExp(`^(?:${DELIVERY})${FIELD}`, 'i'),
}

/** "Delivery Date" below a pickup's city: it belongs to the other stop. */
export function isFieldOfOther(kind: SectionKind, { text }: Cell): boolean {
  if (kind === 'pickup') return FIELDS.delivery.test(text)
  return kind === 'delivery' && FIELDS.pickup.test(text)
}

const OTHERS: readonly [SectionKind, RegExp][] = [
  [
    'terms',
    /^\W*(?!payment)(?:[\w'-]+ ){0,4}(?:terms(?: ?(?:and|&) ?conditions)?|conditions|rules|requirements)(?: of \w+)?\W*$/i,
  ],
  [
    'billing',
    /^\W*(?:bill(?: (?:all )?(?:freight )?(?:charges )?to)|bill(?:ing)?(?: to| address| information| instructions)?|remit(?:tance)?(?: to)?(?: address)?|invoic(?:e|es|ing)(?: to| address| instructions)?|(?:send|mail|submit|e-?mail)(?: all| your)* (?:invoices?|bills?|paperwork|pods?)(?: to)?|payment terms|payee|pay to|accounts payable|quick ?pay)\b/i,
  ],
  [
    'carrier',
    /^\W*(?:motor )?carrier(?: information| info| details| name| contact)?\s*(?::|$)|^to:(?!.*\d[:/]?\d\d)/i,
  ],
  ['notes', /^(?:thanks|thank you|(?:best |kind |warm )*regards|sincerely|best|cheers)\b\W*$/i],
  [
    'broker',
    /^\W*(?:(?:head|main|corporate|home) office|broker(?:age)?|bill from|booked (?:by|with)|tendered by)(?: information| info| details| name| contact| agent)?\s*(?::|$)/i,
  ],
  [
    'notes',
    /^\W*(?:customs (?:broker|house)|notify(?: party)?|return (?:the )?(?:trailer|empty|empties|container|equipment)|empty return)\b/i,
  ],
  [
    'charges',
    /^\W*(?:(?:carrier )?(?:rate|pay|charge|freight|cost|payment)s?(?:\(s\))?(?: ?(?:details?|information|breakdown|summary|items|charges|description))?|line items)\W*$/i,
  ],
  [
    'notes',
    /^\W*(?:(?:special|driver|load|shipper|receiver|pick[\s-]?up|delivery|stop|dispatch|general|carrier) )*(?:notes?|comments?|instructions?|remarks?|directions?|special requirements)\b\s*(?::|$)/i,
  ],
]

/** Null for a cell that begins no section. A sentence begins one only if it names a stop and its day or place. */
export function readHeading(cell: Cell): Heading | null {
  const heading = readHeadingText(cell.text)
  if (!isSentence(cell) || !heading) return heading
  const isStop = ['pickup', 'delivery', 'stop'].includes(heading.kind)
  const text = cell.text.slice(heading.rest)
  return isStop && (ANY_DAY.test(text) || findPrintedPlace(text)) ? heading : null
}

export function readHeadingText(text: string): Heading | null {
  if (namesBothStops(text)) return null
  for (const [kind, pattern] of OTHERS) {
    const match = pattern.exec(text)
    if (match) return { kind, number: '', rest: match[0].length, isDate: false }
  }
  const day = DAY_HEADING.exec(text)
  if (day) return toStopHeading(day, true)
  const stop =
    STOP_HEADING.exec(text) ??
    NUMBERED_STOP.exec(text) ??
    NUMBERED_LOAD.exec(text) ??
    readShort(text)
  if (stop) return toStopHeading(stop, false)
  const date = DATE_HEADING.exec(text)
  if (date) return toStopHeading(date, true)
  const inline = INLINE_HEADING.exec(text)
  const isStop = inline && findPrintedPlace(text.slice(inline[0].length)) !== null
  return isStop ? toStopHeading(inline, false) : null
}

function readShort(text: string): RegExpExecArray | null {
  const named = NAMED_STOP.exec(text)
  const { before, number } = named?.groups ?? {}
  return before === undefined && number === undefined ? SHORT_STOP.exec(text) : named
}

function toStopHeading(match: RegExpExecArray, isDate: boolean): Heading {
  const { pickup, delivery, before, after, item } = match.groups ?? {}
  const kind = pickup ? 'pickup' : delivery ? 'delivery' : 'stop'
  const isItem = item !== undefined && /\D$/.test(item)
  return {
    kind,
    number: before ?? after ?? '',
    rest: match[0].length,
    isDate,
    ...(isItem ? { isItem } : {}),
  }
}
