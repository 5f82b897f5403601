/** Makes the packet of an invoice, and makes it again after it was sent (SPEC C175, C177, C180). */
import { createHash } from 'node:crypto'
import { BYTES_PER_MB } from '#core/bytes.ts'
import { packetMessages, type Packet, type SentPaper } from '#core/packets/packets.ts'
import { numberSubject, splitByLimit } from '#core/mail/split.ts'
import type { Database } from '#server/database/open.ts'
import { readWholeFile } from '#server/documents/sent/papers-to-send.ts'
import { RequestError } from '#server/errors.ts'
import { readContents, type Contents, type LabeledPaper } from './contents.ts'
import {
  MergeFailedError,
  type MergeOptions,
  type Merger,
  type PaperToMerge,
} from './merge/merger.ts'

/** The most bytes that the stamp adds to a page. */
const PAGE_BYTES = 2_000

/** `printInvoice`: the approved invoice's PDF, always the same bytes. */
export type PacketMaker = {
  database: Database
  merger: Merger
  printInvoice: (database: Database, userId: string, invoiceId: number) => Promise<Uint8Array>
}

/** `personId`: the person who makes the request. The people of an account take turns. */
export type Requester = { userId: string; personId: string }

/** What is stored about a packet that was sent. `bytes`: the size of the PDF. */
export type PacketRecord = {
  contents: Contents
  sha256: string
  pages: number
  bytes: number
  papers: SentPaper[]
}

export type MadePacket = PacketRecord & { pdf: Uint8Array }

/** Makes the packet, or returns the problems of its papers if there are any. Throws 404, 429 and 503. */
export async function tryPacket(
  maker: PacketMaker,
  requester: Requester,
  invoiceId: number,
): Promise<{ contents: Contents; made?: MadePacket; problems: Packet['problems'] }> {
  const contents = await readContents(maker.database, requester.userId, invoiceId)
  const problems = [
    ...contents.problems,
    ...contents.missing.map(({ message }) => ({ documentId: null, message })),
  ]
  if (problems.length) return { contents, problems: contents.problems }
  const merged = await mergeAll(maker, requester, invoiceId, contents.papers).catch(explain)
  if ('problems' in merged) return { contents, ...merged }
  return { contents, made: { contents, ...merged }, problems: [] }
}

/** Makes the packet of an invoice. Throws 404, and 409 with every reason why the packet can't be sent. */
export async function makePacket(
  maker: PacketMaker,
  requester: Requester,
  invoiceId: number,
): Promise<MadePacket> {
  const { contents, made, problems } = await tryPacket(maker, requester, invoiceId)
  if (made) return made
  const reasons = [...contents.missing, ...problems].map(({ message }) => message)
  throw new RequestError(409, reasons.join('. '), { more: { reasons } })
}

/**
 * Makes the packet of a sending again, with the same bytes. Version 1.0.0 merged in another way (decision 0040). Throws 409 if it is
 * not possible.
 */
export async function remakePacket(
  maker: PacketMaker,
  requester: Requester,
  { invoiceId, papers, sha256 }: { invoiceId: number; papers: SentPaper[]; sha256: string },
): Promise<Uint8Array> {
  for (const isEarlier of [false, true]) {
    const merged = await mergeAll(maker, requester, invoiceId, papers, { isEarlier }).catch(skip)
    if (merged && !('problems' in merged) && merged.sha256 === sha256) return merged.pdf
  }
  throw new RequestError(409, packetMessages.differs)
}

export type PacketPart = { name: string; pdf: Uint8Array }

/**
 * Returns the packet as one file, or in parts if it is over the limit. It is split between papers, and the page numbers continue
 * from part to part. Throws 409 if one paper is over the limit.
 */
export async function splitPacket(
  maker: PacketMaker,
  requester: Requester,
  { contents, pdf, papers, pages }: MadePacket,
  limitMb: number,
): Promise<PacketPart[]> {
  const { title, invoice } = contents
  if (pdf.length <= limitMb * BYTES_PER_MB) return [{ name: `${title}.pdf`, pdf }]
  const sized = papers.map((paper) => ({ ...paper, bytes: paper.bytes + paper.pages * PAGE_BYTES }))
  const split = splitByLimit(sized, limitMb)
  if ('message' in split) throw new RequestError(409, split.message)
  const parts: PacketPart[] = []
  let first = 1
  for (const [at, sizedPapers] of split.mails.entries()) {
    const own = papers.filter(({ label, documentId }) =>
      sizedPapers.some((one) => one.label === label && one.documentId === documentId),
    )
    const merged = await mergeAll(maker, requester, invoice.id, own, {
      numbering: { first, total: pages },
    }).catch(explain)
    if ('problems' in merged) throw new RequestError(409, packetMessages.changed)
    parts.push({ name: `${numberSubject(title, at, split.mails.length)}.pdf`, pdf: merged.pdf })
    first += merged.pages
  }
  return parts
}

type MergedAll = Omit<MadePacket, 'contents'> | { problems: Packet['problems'] }

/** Throws `MergeFailedError`. */
async function mergeAll(
  { database, merger, printInvoice }: PacketMaker,
  { userId, personId }: Requester,
  invoiceId: number,
  papers: readonly LabeledPaper[],
  options: MergeOptions = {},
): Promise<MergedAll> {
  const known = options.isEarlier ? [] : listKnown(merger, userId, papers)
  if (known.length) return { problems: nameFailures(papers, known) }
  const digests: string[] = []
  const sizes: number[] = []
  const read = async (paper: LabeledPaper, index: number): Promise<PaperToMerge> => {
    const { documentId, sha256, bytes, type, label, pages } = paper
    const content =
      documentId === null || sha256 === null || bytes === null
        ? new Uint8Array(await printInvoice(database, userId, invoiceId))
        : await readWholeFile(database, userId, { sha256, bytes })
    const own = sha256 ?? digest(content)
    digests[index] = own
    sizes[index] = content.length
    return { bytes: content, type, label, pages, sha256: own }
  }
  const readPapers = async (only?: number) => {
    const all: PaperToMerge[] = []
    for (const [index, paper] of papers.entries())
      if (only === undefined || only === index) all.push(await read(paper, index))
    return all
  }
  const merged = await merger.merge([userId, personId], readPapers, options)
  if ('failures' in merged) return { problems: nameFailures(papers, merged.failures) }
  const { pdf, pages } = merged
  const sent = papers.map((paper, index) => ({
    ...paper,
    pages: merged.papers[index] ?? 0,
    bytes: sizes[index] ?? 0,
    sha256: digests[index] ?? '',
  }))
  return { pdf, pages, bytes: pdf.length, sha256: digest(pdf), papers: sent }
}

type Failures = Extract<Awaited<ReturnType<Merger['merge']>>, { failures: unknown }>['failures']

function nameFailures(papers: readonly LabeledPaper[], failures: Failures): Packet['problems'] {
  return failures.map(({ paper, reason, detail }) => ({
    documentId: papers[paper]?.documentId ?? null,
    message: packetMessages.unreadable(papers[paper]?.name ?? '', reason, detail),
  }))
}

/** The papers that could not be merged before. They are answered without another try (SPEC C426). */
function listKnown(merger: Merger, userId: string, papers: readonly LabeledPaper[]): Failures {
  return papers.flatMap(({ sha256 }, paper) => {
    const failure = sha256 === null ? undefined : merger.failureOf(userId, sha256)
    return failure ? [{ paper, ...failure }] : []
  })
}

/** `MergeFailedError` means that the papers ended their thread or used up its time or memory. */
function explain(error: unknown): never {
  throw error instanceof MergeFailedError ? new RequestError(409, packetMessages.failed) : error
}

/** One way to merge failed. Another one may not. */
function skip(error: unknown): undefined {
  if (!(error instanceof MergeFailedError)) throw error
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
