/** The trade's column titles, mapped to Haulbook's (SPEC B51). */
import { toNfc } from '#core/to-nfc.ts'
import type { EntityName } from '#core/fields/field.ts'

/** The characters of a title that are compared. A heading can be any text of a file. */
export const COMPARED_TITLE = 200

/** Titles of the trade by list and field, folded as `knownTitles` returns them. All other titles are tried first. */
export const TRADE_TITLES: Readonly<
  Record<EntityName, Readonly<Record<string, readonly string[]>>>
> = {
  loads: {
    loadId: ['order', 'tripnumber', 'reference', 'confirmation', 'pro'],
    brokerId: ['company'],
    brokerLoadNumber: ['brokerload', 'brokerreference', 'brokerref', 'brokerorder'],
    poNumber: ['po', 'purchaseorder', 'brokerpo'],
    pickupTime: ['pickupappointment', 'pickupappt'],
    deliveryTime: ['deliveryappointment', 'deliveryappt'],
    pieces: ['pcs', 'piececount'],
    dispatcherId: ['dispatch', 'dispatchedby'],
    revenue: ['linehaul', 'totalcharges', 'charges'],
    miles: ['loadedmiles', 'tripmiles'],
    emptyMiles: ['emptyo', 'emptyorigin'],
    deliveryStatus: ['loadstatus', 'tripstatus', 'dispatchstatus'],
    paymentStatus: ['invoicestatus', 'billingstatus', 'paid'],
    bolStatus: ['bol', 'pod', 'bolreceived', 'podreceived', 'podstatus', 'paperwork'],
    settlementDate: ['settledate', 'paydate', 'payrolldate'],
  },
  trucks: { ownerId: ['ownername', 'lessor'], driverId: ['assigneddriver'] },
  trailers: {
    trailerId: ['truck'],
    kind: ['type', 'trailertype', 'equipment', 'equipmenttype'],
    licensePlate: ['tag'],
    plateState: ['state', 'tagstate'],
    ownerId: ['ownername', 'lessor'],
  },
  drivers: { paymentMethod: ['paymethod', 'paytype'] },
  owners: { paymentMethod: ['paymethod', 'paytype'], taxId: ['ein', 'ssn', 'tin'] },
  brokers: { companyName: ['company', 'customername'] },
  dispatchers: {},
}

/** Load boards list the miles as "Trip", beside a deadhead at the origin or at the destination. */
const DEADHEADS = ['dho', 'dhd', 'emptyo', 'emptyd', 'emptypickup', 'emptydelivery']

/** Whether the titles are those of a load board. */
export function isLoadBoard(titles: readonly string[]): boolean {
  return titles.some((title) => knownTitles(title).some((known) => DEADHEADS.includes(known)))
}

/** The meaning of each word of a title. A word that does not identify the field is removed. */
const OUR_WORDS: Readonly<Record<string, string>> = {
  ...mapAll('pickup', 'pu', 'pick', 'origin', 'orig', 'from', 'shipper'),
  ...mapAll(
    'delivery',
    'del',
    'deliver',
    'drop',
    'dropoff',
    'dest',
    'destination',
    'to',
    'consignee',
  ),
  ...mapAll('state', 'st'),
  ...mapAll('zip', 'zipcode', 'postal'),
  ...mapAll('number', 'no', 'num', 'nbr', 'id'),
  ...mapAll('truck', 'unit', 'tractor'),
  ...mapAll('broker', 'customer'),
  ...mapAll('revenue', 'rate', 'amount', 'linehaul', 'gross'),
  ...mapAll('miles', 'mileage', 'distance'),
  ...mapAll('empty', 'deadhead', 'dh', 'unloaded'),
  ...mapAll('cargodescription', 'cargo', 'commodity'),
  ...mapAll('phone', 'cell', 'mobile', 'tel', 'telephone'),
  ...mapAll('license', 'cdl', 'dl'),
  ...mapAll('expiry', 'exp', 'expires', 'expiration'),
  ...mapAll('licenseplate', 'plate'),
  ...mapAll('contactperson', 'contact'),
  ...mapAll('dot', 'usdot'),
  ...mapAll('notes', 'comment', 'comments', 'remarks'),
  ...mapAll('', 'up', 'off', 'code', 'total', 'lbs', 'lb', 'usd', '1'),
}

/**
 * The folded titles that a title can mean, most likely first: "PU Date" → "pickupdate", "Truck No" →
 * "trucknumber" and "truck", "MC" → "mc" and "mcnumber", "Driver Name" → "drivername" and "driver".
 */
export function knownTitles(title: string): string[] {
  const words = toNfc(title.slice(0, COMPARED_TITLE))
    .toLowerCase()
    .replaceAll('#', ' number ')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => OUR_WORDS[word] ?? word)
    .filter(Boolean)
  if (words.length === 0) return []
  const plain = words.filter((word) => word !== 'number' && word !== 'name')
  return [words, plain, [...plain, 'number']].map((title) => title.join(''))
}

function mapAll(ourWord: string, ...theirWords: string[]): Record<string, string> {
  return Object.fromEntries(theirWords.map((word) => [word, ourWord]))
}
