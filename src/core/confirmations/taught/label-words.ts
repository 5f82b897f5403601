/** Tells words that name values ("Haul Fee", "Collect From") from values ("ACME FOODS", "Dallas"). */
import { isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'

/** A company or a city can have one of these words in its name, but not only these words. */
const WORDS = new Set(
  `a agreed all amount and appointment appt arrival arrive as at b base begin bill bl bol booking by cargo carrier
  cases charge charges charged city close code collect collection commodity confirmation confirmed consignee contract
  contracted cost count customer day date del deliver delivered deliveries delivery departure description dest destination detail
  details dispatch distance drop due earliest early end equipment est estimated eta etd fee final finish first flat for
  freight from fuel goods grand gross handling haul hauling hour hours id in info information instructions item items job l
  lading last late latest lb lbs leg length line linehaul load loaded loading location mileage miles mi mode must no nbr
  number num of offer on open order orig origin our out p pallet pallets pay payable payment pcs pick picked piece pieces place
  plt po point price pro product pu purchase qty quantity rate rates ready receive receiver receiving ref reference release required requested sched schedule
  scheduled service ship shipment shipped shipper shipping site skids start state status stop summary tender time
  times to ton tons total totals trailer transport transit trip truck type unit units unload unloading us usd
  value via weight wgt window with wt your zip`.split(/\s+/),
)

/** Words that say which stop is meant. */
const STOP_WORDS =
  /\b(?:pick(?:ed)?|pickup|pu|ship(?:per|ping)?|orig(?:in)?|collect(?:ion)?|from|deliver(?:y|ies|ed)?|del|consignee|receiver?|dest(?:ination)?|drop|unload(?:ing)?)\b/i

const MOST_TOKENS = 6

/** The letters of a label, word by word: "SHIPPER#1" → ["shipper"]. Numbers of stops don't count. */
export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

/** The whole cell names something. A number of up to two digits can follow a stop's name. */
export function isLabelCell(cell: Cell): boolean {
  return !isSentence(cell) && !/\d{3}|\d\D+\d|[@$%]/.test(cell.text) && isLabelText(cell.text)
}

/** Words of which each can name a value, or a few words before a colon or a number sign. */
export function isLabelText(text: string): boolean {
  const tokens = tokensOf(text)
  if (!tokens.length || tokens.length > MOST_TOKENS) return false
  return /[:#=]\s*$/.test(text) || tokens.every((token) => WORDS.has(token))
}

export function namesStop(label: string): boolean {
  return STOP_WORDS.test(label)
}
