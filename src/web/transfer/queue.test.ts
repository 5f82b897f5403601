import { expect, test } from 'vitest'
import { keepTables } from './open-sheets.ts'
import { queueFiles, readTitles, sortFiles, type QueuedFile } from './queue.ts'

function file(name: string, text: string) {
  return { name, content: new Blob([text]), key: name, operation: 'one' }
}

test('C60 Several files are sorted so that linked records come first', async () => {
  const files = await queueFiles([
    file('c.csv', 'Load No,Unit #,PU Date,From St,To St,Rate\n1,2,3,4,5,6'),
    file('b.csv', '\uFEFF"Unit";"Make";"Model";"Year";"Owner Name"\r\n'),
    file('a.csv', 'Driver Name\tCell\tCDL #\tCDL St\tCDL Exp.\n'),
    file('d.csv', 'Customer,"MC #",Phone\n'),
  ])
  expect(files.map(({ name, entity }) => [name, entity])).toEqual([
    ['d.csv', 'brokers'],
    ['a.csv', 'drivers'],
    ['b.csv', 'trucks'],
    ['c.csv', 'loads'],
  ])
})

test('C60 An imported file stays before the others', () => {
  const content = new Blob()
  const files: QueuedFile[] = [
    { name: 'late.csv', key: '1', operation: 'one', content, entity: 'brokers' },
    {
      name: 'done.csv',
      key: '2',
      operation: 'one',
      content,
      entity: 'loads',
      done: '3 loads imported',
    },
  ]
  expect(sortFiles(files).map(({ name }) => name)).toEqual(['done.csv', 'late.csv'])
})

test('C60 Column titles are read with quotes and any delimiter', () => {
  expect(readTitles('"Load #";"City, State";Rate\r\n"x"')).toEqual([
    'Load #',
    'City, State',
    'Rate',
  ])
})

test('C434 C438 Titles are found below a report’s name, and sheets without any are left out', async () => {
  const loads =
    'sep=,\r\nRook Freight\r\n\r\nLoad No,Unit #,PU Date,From St,To St,Rate\r\n1,2,3,4,5,6\r\n'
  expect(readTitles(loads)).toEqual(['Load No', 'Unit #', 'PU Date', 'From St', 'To St', 'Rate'])
  const sheets = [
    { name: 'Book – Loads', content: new Blob([loads]) },
    { name: 'Book – Summary', content: new Blob(['sep=,\r\nGross,5\r\nNet,4\r\n']) },
  ]
  expect((await keepTables(sheets)).map(({ name }) => name)).toEqual(['Book – Loads'])
  expect(await keepTables(sheets.slice(1))).toHaveLength(1)
})

test('C149 A file of charges comes after its loads, and needs the permission for charges', async () => {
  const chosen = [
    file('charges.csv', 'Load #,Charge,Amount\n'),
    file('loads.csv', 'Load No,Unit #,PU Date,From St,To St,Rate\n'),
  ]
  const names = (files: QueuedFile[]) => files.map(({ entity }) => entity)
  expect(names(await queueFiles(chosen))).toEqual(['loads', 'charges'])
  expect(names(await queueFiles(chosen, ['brokers', 'loads']))).toEqual(['loads', 'loads'])
})
