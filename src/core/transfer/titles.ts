/** What a dispatcher's own spreadsheet calls its columns, in the words of ours (SPEC B51). */
import { toNfc } from '#core/to-nfc.ts'

/** Word by word; a word that says nothing of the field becomes none. */
const OUR_WORDS: Readonly<Record<string, string>> = {
  ...all('pickup', 'pu', 'pick', 'origin', 'orig', 'from', 'shipper'),
  ...all('delivery', 'del', 'deliver', 'drop', 'dropoff', 'dest', 'destination', 'to', 'consignee'),
  ...all('state', 'st'),
  ...all('zip', 'zipcode', 'postal'),
  ...all('number', 'no', 'num', 'nbr', 'id'),
  ...all('truck', 'unit', 'tractor'),
  ...all('broker', 'customer'),
  ...all('revenue', 'rate', 'amount', 'linehaul', 'gross'),
  ...all('miles', 'mileage', 'distance'),
  ...all('cargodescription', 'cargo', 'commodity'),
  ...all('phone', 'cell', 'mobile', 'tel', 'telephone'),
  ...all('license', 'cdl', 'dl'),
  ...all('expiry', 'exp', 'expires', 'expiration'),
  ...all('licenseplate', 'plate'),
  ...all('contactperson', 'contact'),
  ...all('dot', 'usdot'),
  ...all('notes', 'comment', 'comments', 'remarks'),
  ...all('', 'up', 'off', 'code', 'total', 'lbs', 'lb', 'usd', '1'),
}

/**
 * The foldings that a foreign title may stand for, the likeliest first: "PU Date" → "pickupdate", "Truck
 * No" → "trucknumber" and "truck", "MC" → "mc" and "mcnumber", "Driver Name" → "drivername" and "driver".
 */
export function knownTitles(title: string): string[] {
  const words = toNfc(title)
    .toLowerCase()
    .replaceAll('#', ' number ')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => OUR_WORDS[word] ?? word)
    .filter(Boolean)
  if (words.length === 0) return []
  const plain = words.filter((word) => word !== 'number' && word !== 'name')
  return [words, plain, [...plain, 'number']].map((some) => some.join(''))
}

function all(ours: string, ...theirs: string[]): Record<string, string> {
  return Object.fromEntries(theirs.map((word) => [word, ours]))
}
