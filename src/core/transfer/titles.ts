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
    truckId: ['powertruck'],
    brokerId: ['company', 'billdelivery', 'brokercompany'],
    brokerLoadNumber: ['brokerload', 'brokerreference', 'brokerref', 'brokerorder'],
    poNumber: ['po', 'purchaseorder', 'brokerpo'],
    pickupTime: ['pickupappointment', 'pickupappt'],
    deliveryTime: ['deliveryappointment', 'deliveryappt'],
    pieces: ['pcs', 'piececount'],
    dispatcherId: ['dispatch', 'dispatchedby'],
    pickupDate: ['shipdate', 'shippeddate', 'pickupday', 'datepickup', 'pickupdatetime'],
    deliveryDate: ['deliveryday', 'datedelivery', 'deliverydatetime'],
    revenue: ['linehaul', 'totalcharges', 'charges'],
    miles: ['loadedmiles', 'tripmiles'],
    emptyMiles: ['empty', 'emptyo', 'emptypickup', 'pickupempty'],
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
  brokers: {
    companyName: ['company', 'customername'],
    mcNumber: ['mcff', 'docket'],
    invoiceEmail: ['apemail', 'billingemail', 'accountspayableemail'],
  },
  dispatchers: {},
}

/** Load boards list the miles as "Trip", beside a deadhead at the origin or at the destination. */
const DEADHEADS = [
  ...['dho', 'dhd', 'emptyo', 'emptyd', 'emptypickup', 'emptydelivery'],
  ...['pickupempty', 'deliveryempty'],
]

/** "Total Charges" beside "Line Haul": the load's whole revenue. */
export function isTotalRevenue(title: string): boolean {
  const [known = ''] = knownTitles(title)
  return /\btotal\b/i.test(title) && ['revenue', 'charges', 'loadrevenue'].includes(known)
}

/** Whether the titles are those of a load board. */
export function isLoadBoard(titles: readonly string[]): boolean {
  return titles.some((title) => knownTitles(title).some((known) => DEADHEADS.includes(known)))
}

/** The meaning of each word of a title. A word that does not identify the field is removed. */
const OUR_WORDS: Readonly<Record<string, string>> = {
  ...mapAll('load', 'ld'),
  ...mapAll('pickup', 'pu', 'pick', 'picked', 'origin', 'orig', 'from', 'shipper'),
  ...mapAll(
    'delivery',
    'del',
    'deliver',
    'delivered',
    'do',
    'drop',
    'dropoff',
    'dest',
    'destination',
    'to',
    'consignee',
    'receiver',
  ),
  ...mapAll('state', 'st'),
  ...mapAll('zip', 'zipcode', 'postal'),
  ...mapAll('number', 'no', 'num', 'nbr', 'id'),
  ...mapAll('truck', 'unit', 'tractor', 'trk'),
  ...mapAll('driver', 'dvr', 'drvr'),
  ...mapAll('broker', 'customer'),
  ...mapAll('revenue', 'rev', 'rate', 'amount', 'linehaul', 'gross'),
  ...mapAll('miles', 'mi', 'mileage', 'distance'),
  ...mapAll('weight', 'wt'),
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
    .replaceAll(/\bp\/u\b/g, 'pu')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => OUR_WORDS[word] ?? word)
    // "Broker / Customer" and "Gross Revenue" say it twice.
    .filter((word, at, all) => word && word !== all[at - 1])
  if (words.length === 0) return []
  const bare = words.filter((word) => word !== 'number' && word !== 'name')
  // "Consignee Name" is a company and "Delivery #" a number, but "Delivery" can be a status.
  const isOfStop = bare.length === 1 && ['pickup', 'delivery'].includes(bare[0] ?? '')
  const plain = isOfStop ? words : bare
  return [words, plain, [...plain, 'number']].map((title) => title.join(''))
}

function mapAll(ourWord: string, ...theirWords: string[]): Record<string, string> {
  return Object.fromEntries(theirWords.map((word) => [word, ourWord]))
}
