import { defineEntity } from './entity.ts'
import { choice, day, documents, optionalDay, reference } from '#core/fields/fields.ts'
import { money, quantity } from '#core/fields/amounts.ts'
import { notes, optionalText, state, uniqueNumber } from '#core/fields/text.ts'
import {
  BOL_STATUSES,
  DELIVERY_STATUS_ALIASES,
  DELIVERY_STATUSES,
  PAYMENT_STATUSES,
  PENDING_BOL,
  UNPAID,
} from '#core/statuses.ts'

export const loads = defineEntity({
  name: 'loads',
  singular: 'Load',
  title: 'Loads',
  description: 'Every load: lane, dates, paperwork and pay.',
  label: 'loadId',
  fields: {
    loadId: uniqueNumber('Load #'),
    truckId: reference('Truck', 'trucks', 'N/A'),
    driverId: reference('Driver', 'drivers', 'N/A'),
    driver2Id: reference('Driver 2', 'drivers', 'N/A'),
    brokerId: reference('Broker', 'brokers', 'N/A'),
    cargoType: optionalText('Cargo Description'),
    weight: quantity('Weight', 'lb'),
    pickupCity: optionalText('Pickup City'),
    pickupState: state('Pickup State'),
    pickupZip: optionalText('Pickup ZIP'),
    pickupDate: day('Pickup Date'),
    deliveryCity: optionalText('Delivery City'),
    deliveryState: state('Delivery State'),
    deliveryZip: optionalText('Delivery ZIP'),
    deliveryDate: optionalDay('Delivery Date'),
    miles: quantity('Miles', 'mi'),
    emptyMiles: quantity('Empty Miles', 'mi'),
    revenue: money('Revenue'),
    settlementDate: optionalDay('Settlement Date'),
    deliveryStatus: choice('Delivery Status', DELIVERY_STATUSES, {
      formDefault: 'pending',
      defaultValue: 'scheduled',
      aliases: DELIVERY_STATUS_ALIASES,
    }),
    paymentStatus: choice('Payment Status', PAYMENT_STATUSES, {
      formDefault: 'unpaid',
      defaultValue: 'pending',
    }),
    bolStatus: choice('BOL Status', BOL_STATUSES, {
      formDefault: 'not-received',
      defaultValue: 'pending',
    }),
    notes: notes('Notes'),
    documents: documents('Documents'),
  },
  columns: [
    'loadId',
    'truckId',
    'driverId',
    {
      title: 'Route',
      fields: ['pickupCity', 'pickupState', 'deliveryCity', 'deliveryState'],
      show: 'route',
    },
    { title: 'Delivery', fields: ['deliveryStatus'], show: 'badge' },
    { title: 'Payment', fields: ['paymentStatus'], show: 'badge' },
    'revenue',
  ],
  views: [
    { name: 'Pending BOL', address: `bolStatus=${PENDING_BOL.join(',')}` },
    { name: 'Unpaid', address: `paymentStatus=${UNPAID.join(',')}` },
    { name: 'In Transit', address: 'deliveryStatus=in-transit' },
    { name: 'Not on a Settlement', address: 'deliveryStatus=delivered&settlementDate=none' },
  ],
  computed: ['weekNumber', 'weekYear'],
})
