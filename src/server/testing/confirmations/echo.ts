import { column, row, terms, type DrawnPaper } from './draw.ts'

/** Pickup and Drop with "Earliest" and "Latest" on separate lines. */
export const echo: DrawnPaper = {
  name: 'Echo',
  layout: 'echo',
  pages: [
    [
      { x: 40, y: 30, text: 'Echo Global Logistics, Inc.', size: 13, bold: true },
      ...column(40, 50, ['600 West Chicago Avenue, Suite 725', 'Chicago, IL 60654', 'MC: 451107']),
      ...column(360, 30, ['RATE CONFIRMATION', 'Order Number: 52907713', 'Date: 11/20/2026'], {
        bold: true,
      }),
      ...column(40, 100, ['Broker contact: Lena Ortiz', 'lortiz@echo.com', '312-555-0104']),
      ...column(360, 100, ['Carrier: Blue Mesa Trucking LLC', 'MC: 884213', 'Driver: R. Castillo']),
      ...row(
        150,
        [
          [40, 'Equipment'],
          [180, 'Commodity'],
          [330, 'Weight'],
          [430, 'Pallets'],
          [510, 'Miles'],
        ],
        { bold: true },
      ),
      ...row(162, [
        [40, 'Van 53'],
        [180, 'Bottled water'],
        [330, '44,000'],
        [430, '20'],
        [510, '255'],
      ]),
      ...row(
        190,
        [
          [40, 'Pickup'],
          [330, 'Drop'],
        ],
        { bold: true, size: 11 },
      ),
      ...row(206, [
        [40, 'Spring Hollow Bottling'],
        [330, 'Cumberland Markets'],
      ]),
      ...row(218, [
        [40, '415 Quarry Ln'],
        [330, '2020 Elm Hill Pike'],
      ]),
      ...row(230, [
        [40, 'Bedford, IN 47421'],
        [330, 'Nashville, TN 37210'],
      ]),
      ...row(246, [
        [40, 'Earliest: 11/23/2026 06:00'],
        [330, 'Earliest: 11/24/2026 05:00'],
      ]),
      ...row(258, [
        [40, 'Latest: 11/23/2026 14:00'],
        [330, 'Latest: 11/24/2026 11:00'],
      ]),
      ...row(270, [
        [40, 'Pickup #: SH-77412'],
        [330, 'Delivery #: 20933'],
      ]),
      ...row(282, [
        [40, 'PO #: 918827'],
        [330, 'Appointment: Required'],
      ]),
      { x: 40, y: 316, text: 'Charges', bold: true },
      ...row(330, [
        [40, 'Line Haul'],
        [180, '$980.00'],
      ]),
      ...row(342, [
        [40, 'Fuel Surcharge'],
        [180, '$102.00'],
      ]),
      ...row(
        356,
        [
          [40, 'Total'],
          [180, '$1,082.00'],
        ],
        { bold: true },
      ),
      ...column(40, 390, [
        'Bill To: Echo Global Logistics',
        '600 West Chicago Avenue',
        'Chicago, IL 60654',
        'invoices@echo.com',
      ]),
    ],
    terms('Terms & Conditions'),
  ],
  expected: {
    brokerLoadNumber: '52907713',
    brokerName: 'Echo Global Logistics',
    brokerMc: '451107',
    brokerDomain: 'echo.com',
    total: '1082.00',
    pickupFacility: 'Spring Hollow Bottling',
    pickupAddress: '415 Quarry Ln',
    pickupCity: 'Bedford',
    pickupState: 'IN',
    pickupZip: '47421',
    pickupDate: '2026-11-23',
    pickupTime: '06:00-14:00',
    deliveryFacility: 'Cumberland Markets',
    deliveryAddress: '2020 Elm Hill Pike',
    deliveryCity: 'Nashville',
    deliveryState: 'TN',
    deliveryZip: '37210',
    deliveryDate: '2026-11-24',
    deliveryTime: '05:00-11:00',
    poNumber: '918827',
    pickupNumber: 'SH-77412',
    cargoType: 'Bottled water',
    weight: '44000',
    pieces: '20',
    miles: '255',
    equipment: 'Van 53',
  },
  charges: [
    ['line-haul', '980.00'],
    ['fuel-surcharge', '102.00'],
  ],
}
