/** Distinguishes words that name values ("Haul Fee", "Collect From") from values ("ACME FOODS", "Dallas"). */
import { isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'

/** A company or a city can have one of these words in its name, but not only these words. */
const WORDS = new Set(
  `a agreed all amount and appointment appt arrival arrive as at b base begin bill bl bol booking bring by cargo carrier
  cases charge charges charged city close code collect collection commodity confirmation confirmed consignee contract
  contracted cost count customer day date del deliver delivered deliveries delivery departure description dest destination detail
  details dispatch distance drop due earliest early end equipment est estimated eta etd fee final finish first flat for
  freight from fuel goods grand gross handling haul hauling hour hours id in info information instructions item items job l
  lading last late latest lb lbs leg length line linehaul load loaded loading location mileage miles mi mode must no nbr
  number num of offer on open order orig origin our out p pallet pallets pay payable payment pcs pick picked pickup piece pieces place
  plt po point price pro product pu purchase qty quantity rate rates ready receive receiver receiving ref reference release required requested sched schedule
  scheduled service ship shipment shipped shipper shipping site skids start state status stop summary tender time
  times to ton tons total totals trailer transport transit trip truck type unit units unload unloading up ups pickups so off us usd
  value via weight wgt window with wt your zip`.split(/\s+/),
)

/** Words that say which stop is meant. */
const STOP_WORDS =
  /\b(?:pick(?:ed)?|p\W?u|s\W?o|stop|load(?:ing)?|pick\W?ups?|ship(?:pers?|ping)?|orig(?:in)?|collect(?:ion)?|from|deliver(?:y|ies|ed)?|del|consignees?|receivers?|dest(?:ination)?|drops?|unload(?:ing)?)\b/i

/** These words alone do not name a value; "IN" and "ID" are also states. */
const LINKS = new Set(
  'a and as at b by d for from id in mi must of on our out p required the to us usd with your'.split(
    ' ',
  ),
)

const MAX_TOKENS = 6

/** The letters of a label, word by word: "SHIPPER#1" → ["shipper"]. Numbers of stops don't count. */
export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

/** True if the whole cell names something. Only the name of a stop can have a number. */
export function isLabelCell(cell: Cell): boolean {
  return !isSentence(cell) && hasNoValue(cell.text) && isLabelText(cell.text)
}

function hasNoValue(text: string): boolean {
  const named = text.replace(/\d{1,2} of \d{1,2}$/, '')
  return !/\d{3}|\d\D+\d|[@$%]/.test(named) && (!/\d/.test(text) || namesStop(text))
}

/** The name of a block that begins with this cell: "SHIPPER#1: ACME FOODS" → "SHIPPER#1:". Null if it names none. */
export function headingOf(cell: Cell): string | null {
  if (isLabelCell(cell)) return cell.text
  const name = /^[^:]{2,40}:(?=\s)/.exec(cell.text)?.[0]
  return name && hasNoValue(name) && isKnown(name) ? name : null
}

function isKnown(text: string): boolean {
  return isLabelText(text.replace(/:\s*$/, ''))
}

/** True if every word can name a value, or if a colon or a number sign follows a few words. */
export function isLabelText(text: string): boolean {
  const tokens = tokensOf(text)
  if (!tokens.length || tokens.length > MAX_TOKENS) return false
  if (/[:#=]\s*$/.test(text)) return true
  return tokens.every((token) => WORDS.has(token)) && tokens.some((token) => !LINKS.has(token))
}

export function namesStop(label: string): boolean {
  return STOP_WORDS.test(label)
}
