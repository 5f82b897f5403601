import { column, row, terms, type DrawnPaper, type Text } from './draw.ts'

const NUMBER = '31560842'
const HEAD: Text = { x: 380, y: 24, text: `Rate Confirmation Load ${NUMBER}`, size: 11, bold: true }

/** "Stop 1: Pick Up", the fuel surcharge by the mile, many pages of terms with the number on each. */
export const coyote: DrawnPaper = {
  name: 'Coyote',
  layout: 'coyote',
  pages: [
    [
      { x: 40, y: 24, text: 'Coyote Logistics', size: 14, bold: true },
      HEAD,
      ...column(40, 50, ['960 North Point Parkway, Suite 150', 'Alpharetta, GA 30005']),
      ...column(40, 90, [
        'Booked by: Priya Nair',
        'Phone: 877-555-0190',
        'Email: priya.nair@coyote.com',
      ]),
      ...column(330, 90, [
        'Carrier: Blue Mesa Trucking LLC',
        'USDOT: 2931177',
        'MC884213',
        'Attn: Dispatch (505) 555-0117',
      ]),
      ...row(150, [
        [40, 'Equipment: Van, 53'],
        [220, 'Pre Cooled Temp: None'],
        [400, 'Load Value: $100,000'],
      ]),
      { x: 40, y: 176, text: 'Stop 1: Pick Up', bold: true, size: 10 },
      ...row(190, [
        [40, 'Numbers'],
        [140, 'PO 4500917723'],
        [330, 'Scheduled For'],
      ]),
      ...row(202, [
        [40, 'Facility'],
        [140, 'Harbor Beverage Co'],
        [330, '11/23/2026 07:00 - 15:00'],
      ]),
      ...row(214, [
        [40, 'Address'],
        [140, '2255 Kellogg St'],
        [330, 'Driver Work: No Touch'],
      ]),
      ...row(226, [[140, 'Joliet, IL 60435']]),
      ...row(240, [
        [40, 'Commodity'],
        [140, 'Canned drinks'],
        [330, 'Weight'],
        [430, '43,900 lbs'],
      ]),
      { x: 40, y: 270, text: 'Stop 2: Delivery', bold: true, size: 10 },
      ...row(284, [
        [40, 'Numbers'],
        [140, 'BOL 88213077'],
        [330, 'Scheduled For'],
      ]),
      ...row(296, [
        [40, 'Facility'],
        [140, 'Lakeside Foods'],
        [330, '11/24/2026 06:00'],
      ]),
      ...row(308, [
        [40, 'Address'],
        [140, '71 Dock St'],
        [330, 'Driver Work: No Touch'],
      ]),
      ...row(320, [[140, 'Eagan, MN 55121']]),
      { x: 40, y: 356, text: 'Rate Details', bold: true },
      ...row(
        372,
        [
          [40, 'Charge'],
          [220, 'Rate'],
          [320, 'Quantity'],
          [420, 'Total USD'],
        ],
        { bold: true },
      ),
      ...row(386, [
        [40, 'Flat Rate'],
        [220, '$1,150.00'],
        [320, '1'],
        [420, '$1,150.00'],
      ]),
      ...row(400, [
        [40, 'Fuel Surcharge'],
        [220, '$0.45'],
        [320, '402'],
        [420, '$180.90'],
      ]),
      ...row(
        416,
        [
          [320, 'Total USD'],
          [420, '$1,330.90'],
        ],
        { bold: true },
      ),
      ...column(40, 446, ['Invoices: Coyote Logistics, PO Box 742636', 'Atlanta, GA 30374']),
    ],
    ...Array.from({ length: 6 }, () => terms('Rate Confirmation Terms and Conditions', [HEAD])),
  ],
  expected: {
    brokerLoadNumber: NUMBER,
    brokerName: 'Coyote Logistics',
    brokerDomain: 'coyote.com',
    total: '1330.90',
    pickupFacility: 'Harbor Beverage Co',
    pickupAddress: '2255 Kellogg St',
    pickupCity: 'Joliet',
    pickupState: 'IL',
    pickupZip: '60435',
    pickupDate: '2026-11-23',
    pickupTime: '07:00-15:00',
    deliveryFacility: 'Lakeside Foods',
    deliveryAddress: '71 Dock St',
    deliveryCity: 'Eagan',
    deliveryState: 'MN',
    deliveryZip: '55121',
    deliveryDate: '2026-11-24',
    deliveryTime: '06:00',
    poNumber: '4500917723',
    bolNumber: '88213077',
    cargoType: 'Canned drinks',
    weight: '43900',
    equipment: 'Van, 53',
  },
  charges: [
    ['line-haul', '1150.00'],
    ['fuel-surcharge', '180.90'],
  ],
}
