import { column, row, terms, type DrawnPaper } from './draw.ts'

/** "STOP DETAIL" with PU and SO rows; arrivals as a window in one cell. */
export const rxo: DrawnPaper = {
  name: 'RXO',
  layout: 'rxo',
  pages: [
    [
      { x: 40, y: 30, text: 'RXO Capacity Solutions, LLC', size: 13, bold: true },
      { x: 360, y: 30, text: 'Load Confirmation 11480927', size: 12, bold: true },
      ...column(40, 50, [
        '11215 North Community House Road',
        'Charlotte, NC 28277',
        'Contact: Tom Berg  tom.berg@rxo.com',
      ]),
      ...column(360, 50, ['LZ11480927', 'Issued: 11/19/2026 16:40']),
      ...column(40, 100, [
        'Carrier: Blue Mesa Trucking LLC',
        'Motor Carrier MC: 884213',
        'Phone: (505) 555-0117',
      ]),
      ...row(150, [
        [40, 'Equipment: 53 Dry Van'],
        [240, 'Total Distance: 644 mi'],
        [420, 'Total Weight: 38,250 lbs'],
      ]),
      { x: 40, y: 176, text: 'STOP DETAIL', bold: true, size: 11 },
      ...row(194, [
        [40, 'PU 1'],
        [90, 'Ozark Home Goods'],
        [330, 'Arrival 11/23/2026 09:00 - 11/23/2026 12:00'],
      ]),
      ...column(90, 206, ['1500 W Sunshine', 'Springfield, MO 65807', 'Phone: (417) 555-0138']),
      ...column(330, 206, ['PO# 70099182', 'Commodity: Housewares', 'Pieces: 612 cartons']),
      ...row(256, [
        [40, 'SO 2'],
        [90, 'Bluegrass Retail DC'],
        [330, 'Arrival 11/24/2026 10:30'],
      ]),
      ...column(90, 268, ['800 Industry Rd', 'Louisville, KY 40208', 'Phone: (502) 555-0176']),
      ...column(330, 268, ['BOL# 3120044']),
      { x: 40, y: 330, text: 'RATE DETAIL', bold: true, size: 11 },
      ...row(346, [
        [40, 'Line Haul'],
        [330, 'Flat'],
        [480, '$1,480.00'],
      ]),
      ...row(358, [
        [40, 'Fuel'],
        [330, '644 mi @ $0.40'],
        [480, '$257.60'],
      ]),
      ...row(
        374,
        [
          [40, 'Total Carrier Pay'],
          [480, '$1,737.60'],
        ],
        { bold: true },
      ),
      ...column(40, 410, [
        'Remit invoices to: RXO Capacity Solutions',
        'PO Box 5159, Portland, OR 97208',
        'carrierinvoices@rxo.com',
      ]),
    ],
    terms('ADDITIONAL TERMS AND CONDITIONS', [
      { x: 420, y: 30, text: 'Load Confirmation 11480927' },
    ]),
  ],
  expected: {
    brokerLoadNumber: '11480927',
    brokerName: 'RXO',
    brokerDomain: 'rxo.com',
    total: '1737.60',
    pickupFacility: 'Ozark Home Goods',
    pickupAddress: '1500 W Sunshine',
    pickupCity: 'Springfield',
    pickupState: 'MO',
    pickupZip: '65807',
    pickupDate: '2026-11-23',
    pickupTime: '09:00-12:00',
    deliveryFacility: 'Bluegrass Retail DC',
    deliveryAddress: '800 Industry Rd',
    deliveryCity: 'Louisville',
    deliveryState: 'KY',
    deliveryZip: '40208',
    deliveryDate: '2026-11-24',
    deliveryTime: '10:30',
    poNumber: '70099182',
    bolNumber: '3120044',
    cargoType: 'Housewares',
    weight: '38250',
    pieces: '612',
    miles: '644',
    equipment: '53 Dry Van',
  },
  charges: [
    ['line-haul', '1480.00'],
    ['fuel-surcharge', '257.60'],
  ],
}
