import { defineEntity } from './entity.ts'
import { appointment } from '#core/fields/appointment.ts'
import { choice, day, documents, optionalDay, reference, yesNo } from '#core/fields/fields.ts'
import { money, optionalCount, quantity } from '#core/fields/amounts.ts'
import {
  formatMissingBol,
  formatRatePerMile,
  formatTrip,
  formatUnpaidAge,
} from './load-second-lines.ts'
import { keptPapers } from '#core/required-papers/kept-papers.ts'
import { withHelp } from '#core/fields/help.ts'
import { seenBy } from '#core/fields/seen-by.ts'
import { notes, optionalText, referenceNumber, state, uniqueNumber } from '#core/fields/text.ts'
import {
  BOL_STATUSES,
  DELIVERY_STATUS_ALIASES,
  DELIVERY_STATUSES,
  PAYMENT_STATUSES,
  PENDING_BOL,
  OWED,
} from '#core/statuses.ts'

const APPOINTMENT = 'Local time: 08:00, 8 am or 08:00-14:00'

/** Columns of a view, named by their first fields. */
const MISSING_COLUMNS = 'truckId,driverId,pickupCity,missingPapers,paymentStatus,revenue'

/** Delivered loads that no settlement pays (SPEC C363). */
export const NOT_SETTLED = 'deliveryStatus=delivered&settlementDate=none&settledElsewhere=no'

export const loads = defineEntity({
  name: 'loads',
  singular: 'Load',
  title: 'Loads',
  description: 'Every load: lane, dates, documents and pay.',
  label: 'loadId',
  fields: {
    loadId: uniqueNumber('Load #'),
    truckId: reference('Truck', 'trucks', 'N/A'),
    trailerId: reference('Trailer', 'trailers', 'N/A'),
    driverId: reference('Driver', 'drivers', 'N/A'),
    driver2Id: reference('Driver 2', 'drivers', 'N/A'),
    brokerId: reference('Broker', 'brokers', 'N/A'),
    dispatcherId: reference('Dispatcher', 'dispatchers', 'N/A'),
    brokerLoadNumber: withHelp(
      referenceNumber('Broker Load #'),
      'The broker’s own number, printed on all documents sent to the broker',
    ),
    poNumber: referenceNumber('PO #'),
    bolNumber: referenceNumber('BOL #'),
    pickupNumber: referenceNumber('Pickup #'),
    cargoType: optionalText('Cargo Description'),
    weight: quantity('Weight', 'lb'),
    pieces: optionalCount('Pieces', 1, 999_999),
    pickupCity: optionalText('Pickup City'),
    pickupState: state('Pickup State'),
    pickupZip: optionalText('Pickup ZIP'),
    pickupDate: day('Pickup Date'),
    pickupTime: withHelp(appointment('Pickup Time'), APPOINTMENT),
    deliveryCity: optionalText('Delivery City'),
    deliveryState: state('Delivery State'),
    deliveryZip: optionalText('Delivery ZIP'),
    deliveryDate: optionalDay('Delivery Date'),
    deliveryTime: withHelp(appointment('Delivery Time'), APPOINTMENT),
    miles: quantity('Miles', 'mi'),
    emptyMiles: withHelp(quantity('Empty Miles', 'mi'), 'Deadhead before the pickup'),
    revenue: seenBy('revenue', money('Revenue')),
    settlementDate: withHelp(
      optionalDay('Settlement Date'),
      'The load is paid on the statement with this date',
    ),
    settledElsewhere: withHelp(
      yesNo('Settled Elsewhere'),
      'Yes: another program paid for the load. It is on no settlement here',
    ),
    deliveryStatus: choice('Delivery Status', DELIVERY_STATUSES, {
      formDefault: 'pending',
      defaultValue: 'scheduled',
      aliases: DELIVERY_STATUS_ALIASES,
    }),
    paymentStatus: withHelp(
      choice('Payment Status', PAYMENT_STATUSES, {
        formDefault: 'unpaid',
        defaultValue: 'pending',
      }),
      'Pending: invoiced, not paid yet. Processed: with the factor',
    ),
    bolStatus: withHelp(
      choice('BOL Status', BOL_STATUSES, {
        formDefault: 'not-received',
        defaultValue: 'pending',
      }),
      'Received: you have the signed bill of lading',
    ),
    missingPapers: keptPapers('Missing Documents'),
    missingToSettle: keptPapers('Missing to Settle', { filledWith: 'missingPapers' }),
    missingToBill: keptPapers('Missing to Bill', { filledWith: 'missingPapers' }),
    notes: notes('Notes'),
    documents: documents('Documents'),
  },
  columns: [
    { title: 'Load #', fields: ['loadId'], second: { field: 'brokerId' } },
    { title: 'Truck', fields: ['truckId'], second: { field: 'trailerId' } },
    { title: 'Driver', fields: ['driverId'], second: { field: 'driver2Id' } },
    {
      title: 'Route',
      fields: ['pickupCity', 'pickupState', 'deliveryCity', 'deliveryState'],
      show: 'route',
      second: { format: formatTrip },
    },
    {
      title: 'Delivery',
      fields: ['deliveryStatus'],
      show: 'badge',
      second: { format: formatMissingBol },
    },
    {
      title: 'Payment',
      fields: ['paymentStatus'],
      show: 'badge',
      second: { format: formatUnpaidAge },
    },
    { title: 'Revenue', fields: ['revenue'], second: { format: formatRatePerMile } },
  ],
  card: ['pickupCity', 'deliveryStatus', 'paymentStatus', 'revenue'],
  totals: { revenue: 'Revenue', miles: 'Miles' },
  views: [
    { name: 'Today', address: 'pickupDate.to=0d&deliveryDate.from=0d' },
    { name: "This Week's Pickups", address: 'pickupDate.from=0w&pickupDate.to=0w&sort=pickupDate' },
    { name: 'In Transit', address: 'deliveryStatus=in-transit' },
    {
      name: 'Delivered – No BOL',
      address: `deliveryStatus=delivered&bolStatus=${PENDING_BOL.join(',')}`,
    },
    { name: 'Pending BOL', address: `bolStatus=${PENDING_BOL.join(',')}` },
    {
      name: 'Missing Documents',
      address: `deliveryStatus=delivered&missingPapers=some&columns=${MISSING_COLUMNS}`,
    },
    { name: 'Unpaid', address: `paymentStatus=${OWED.join(',')}` },
    { name: 'Unpaid by Broker', address: `paymentStatus=${OWED.join(',')}&sort=brokerId` },
    { name: 'Not on a Settlement', address: NOT_SETTLED },
  ],
  computed: ['weekNumber', 'weekYear'],
  internal: ['billedTotal', 'chargeCount', 'paymentStatusByHand', 'searchText'],
})
