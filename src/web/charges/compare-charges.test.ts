import { expect, test } from 'vitest'
import { chargeFields } from '#core/charges/charges.ts'
import { hideFields } from '#core/team/visible-listing.ts'
import { editRow, newRow, type TypedCharge } from './charge-text.ts'
import { compareCharges, readVersion } from './compare-charges.ts'

const HAUL: TypedCharge = { ...newRow('1', 'line-haul', '2000'), id: 1 }
const FUEL: TypedCharge = { ...newRow('2', 'fuel-surcharge', '54'), id: 2 }
const DETENTION: TypedCharge = { ...newRow('3', 'detention', '150'), id: 3 }
const OPENED = [HAUL, FUEL]
const CHEAPER = [HAUL, editRow(FUEL, 'amount', '44', '2026-11-22')]

function compare(opened: TypedCharge[], saved: TypedCharge[], edited: TypedCharge[], typed = '') {
  const read = (rows: TypedCharge[]) => readVersion(rows, typed, chargeFields)
  const versions = { opened: read(opened), saved: read(saved), edited: read(edited) }
  return compareCharges({ ...versions, fields: chargeFields })
}

test('C150 All charges are one choice, which lists the charges that would be deleted', () => {
  expect(compare(OPENED, [...OPENED, DETENTION], CHEAPER)).toEqual({
    label: 'Charges',
    saved: 'Line Haul $2,000.00, Fuel Surcharge $54.00, Detention $150.00. Revenue $2,204.00',
    edited: 'Line Haul $2,000.00, Fuel Surcharge $44.00. Revenue $2,044.00',
    lost: 'Your version deletes Detention $150.00',
    proposed: 'saved',
  })
})

test('C150 A charge that was saved again with another id is not deleted', () => {
  const again = { ...HAUL, id: 9 }
  expect(compare(OPENED, [again, FUEL], [HAUL, DETENTION])).toMatchObject({
    lost: 'Your version deletes Fuel Surcharge $54.00',
  })
})

test('C150 A change that only this user made is proposed', () => {
  expect(compare(OPENED, OPENED, CHEAPER)).toMatchObject({ lost: null, proposed: 'edited' })
  expect(compare([], [], [HAUL], '2000')).toMatchObject({
    saved: 'No charges. Revenue $2,000.00',
    edited: 'Line Haul $2,000.00. Revenue $2,000.00',
  })
})

test('C150 There is nothing to choose without an edit, or if both saved the same charges', () => {
  expect(compare(OPENED, [...OPENED, DETENTION], OPENED)).toBeNull()
  expect(compare(OPENED, CHEAPER, CHEAPER)).toBeNull()
  // An earlier attempt of this form was saved, so the new charge now has an id.
  const { id: _, ...added } = DETENTION
  expect(compare(OPENED, [...OPENED, DETENTION], [...OPENED, added])).toBeNull()
})

test('C150 Differences within a charge are listed', () => {
  const approved = editRow(DETENTION, 'approval', 'approved', '2026-11-22')
  const noted = editRow(DETENTION, 'description', 'Dock 4', '2026-11-22')
  expect(compare([DETENTION], [approved], [noted])).toMatchObject({
    saved:
      'Detention $150.00 (Description: None; Approval: Approved; Approved or Refused On: 11/22/2026). Revenue $150.00',
    edited:
      'Detention $150.00 (Description: Dock 4; Approval: Requested; Approved or Refused On: None). Revenue $150.00',
    proposed: 'saved',
  })
})

test('C150 C73 A role without revenue sees no amounts in the choice', () => {
  const { fields } = hideFields({ fields: chargeFields }, new Set())
  const read = (rows: TypedCharge[]) => readVersion(rows, '', fields)
  const versions = { opened: read([HAUL]), saved: read([HAUL, DETENTION]), edited: read([FUEL]) }
  expect(compareCharges({ ...versions, fields })).toMatchObject({
    saved: 'Line Haul, Detention',
    edited: 'Fuel Surcharge',
    lost: 'Your version deletes Line Haul, Detention',
  })
})
