/** Papers that need too much time, and the turns of the accounts (SPEC C426). */
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { openMerger, type PaperToMerge, type ReadPapers } from './merger.ts'
import { openPaperMemory } from './paper-memory.ts'

/**
 * A thread that hangs at a paper labeled "hang", crashes at "crash", needs 300 ms for "slow" and 800 ms for "slow earlier". "hang
 * together" hangs beside another paper, without `isEarlier`.
 */
const THREAD = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ papers, step, isEarlier }) => {
    papers.forEach(({ label }, index) => {
      Atomics.store(step, 0, index)
      if (label === 'crash') throw new Error('crashed')
      while (label === 'hang');
      const ms = { slow: 300, 'slow earlier': 800 }[label] ?? 0;
      for (const end = Date.now() + ms; Date.now() < end;);
    })
    Atomics.store(step, 0, papers.length)
    while (papers.some(({ label }) => label === 'hang together') && papers.length > 1 && !isEarlier);
    parentPort.postMessage({ pdf: new Uint8Array(3), pages: 1, papers: [1] })
  })`
const LIMITS = { memoryMb: 64, cpuMs: 500, earlierCpuMs: 1_500, timeoutMs: 60_000 }

function openFragile() {
  const thread = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`)
  const memory = openPaperMemory()
  const merger = openMerger({ thread, memory, limits: LIMITS })
  const run = (account: string, ...labels: string[]) =>
    merger.merge([account, 'person'], reader(labels))
  const runEarlier = (...labels: string[]) =>
    merger.merge(['a', 'person'], reader(labels), { isEarlier: true })
  return { merger, memory, run, runEarlier }
}

/** `reads`: gets the labels of each read. */
function reader(labels: readonly string[], reads: string[][] = []): ReadPapers {
  return (only) => {
    const read = labels.filter((_, index) => only === undefined || only === index)
    reads.push(read)
    return Promise.resolve(read.map(paper))
  }
}

function paper(label: string): PaperToMerge {
  const bytes = new Uint8Array([label.length])
  return { bytes, type: 'application/pdf', label, pages: 1, sha256: label }
}

const complex = (index: number) => ({ failures: [{ paper: index, reason: 'complex' }] })

test('C175 C426 A paper that ends the thread is named, and the next packet gets a new thread', async () => {
  const { merger, run } = openFragile()
  expect(await run('a', 'good', 'crash', 'good too')).toEqual(complex(1))
  expect(await run('a', 'next')).toHaveProperty('pdf')
  await merger.close()
})

test('C426 A paper that used up its time is remembered, and the others of its packet are not blamed', async () => {
  const { merger, run } = openFragile()
  expect(await run('a', 'good', 'hang')).toEqual(complex(1))
  expect(merger.failureOf('a', 'hang')).toEqual({ reason: 'complex' })
  expect(merger.failureOf('a', 'good')).toBeUndefined()
  await merger.close()
})

test('C426 A paper has eight seconds of processor time', async () => {
  /** What the thread has used at each look. */
  const seconds = [0, 7.9, 8, 60]
  const readCpu = vi
    .spyOn(Worker.prototype, 'cpuUsage')
    .mockImplementation(() => Promise.resolve({ user: (seconds.shift() ?? 60) * 1e6, system: 0 }))
  const waiting = new URL('data:text/javascript,setInterval(() => undefined, 1_000)')
  const merger = openMerger({ thread: waiting })
  expect(await merger.merge(['a', 'person'], reader(['paper']))).toEqual(complex(0))
  expect(seconds).toEqual([60])
  readCpu.mockRestore()
  await merger.close()
})

test('C426 The limit of time is for each paper: many papers together may need more', async () => {
  const { merger, run } = openFragile()
  expect(await run('a', 'slow', 'slow', 'slow', 'slow')).toHaveProperty('pdf')
  await merger.close()
})

test('C426 Papers that are too much only together fail without blaming one, and at once the next time', async () => {
  const { merger, run } = openFragile()
  await expect(run('a', 'hang together', 'good')).rejects.toThrow('too much processor time')
  expect(merger.failureOf('a', 'hang together')).toBeUndefined()
  await expect(run('a', 'hang together', 'good')).rejects.toThrow()
  await merger.close()
})

test('C179 C426 Papers that fail together today are still merged as version 1.0.0 did', async () => {
  const { merger, run, runEarlier } = openFragile()
  await expect(run('a', 'hang together', 'good')).rejects.toThrow()
  expect(await runEarlier('hang together', 'good')).toHaveProperty('pdf')
  await merger.close()
})

test('C179 C426 Papers have the time that version 1.0.0 gave them, and a failure is not remembered', async () => {
  const { merger, run, runEarlier } = openFragile()
  expect(await runEarlier('slow earlier')).toHaveProperty('pdf')
  await expect(runEarlier('crash')).rejects.toThrow('crashed')
  expect(merger.failureOf('a', 'crash')).toBeUndefined()
  await expect(runEarlier('slow', 'crash')).rejects.toThrow('crashed')
  expect(merger.failureOf('a', 'crash')).toBeUndefined()
  expect(await run('a', 'slow', 'slow')).toHaveProperty('pdf')
  await merger.close()
})

test('C426 To try one paper of a packet, only this paper is read', async () => {
  const { merger } = openFragile()
  const labels = ['hang together', 'good', 'good too']
  const reads: string[][] = []
  await expect(merger.merge(['a', 'person'], reader(labels, reads))).rejects.toThrow()
  expect(reads).toEqual([labels, ['hang together'], ['good'], ['good too']])
  await merger.close()
})

test('C426 A packet of another account does not wait for one that uses up its time', async () => {
  const { merger, run } = openFragile()
  const ended: string[] = []
  const note = (name: string) => () => ended.push(name)
  await Promise.all([
    run('flood', 'hang').then(note('hang')),
    run('flood', 'good').then(note('flood')),
    run('other', 'good').then(note('other')),
  ])
  expect(ended[0]).toBe('other')
  await merger.close()
})

test('C111 C426 The memory keeps the newest papers, for each account', () => {
  const memory = openPaperMemory()
  for (let n = 0; n < 20_001; n++) memory.store('a', String(n), undefined)
  expect(['0', '1', '20000'].map((name) => memory.isWhole('a', name))).toEqual([false, true, true])
  expect(memory.isWhole('b', '1')).toBe(false)
})
