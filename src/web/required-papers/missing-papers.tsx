import type { AnyRecord } from '#core/entities/entity.ts'
import { listPapers } from '#core/required-papers/required-papers.ts'
import type { Tone } from '#core/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

/** The papers that a load still needs, by stage: in red once it is delivered (SPEC C130). Shows nothing if it has all of them. */
export function MissingPapers({ load }: { load: AnyRecord }) {
  const toSettle = listPapers(load.missingToSettle)
  const toBill = listPapers(load.missingToBill)
  if (!toSettle.length && !toBill.length) return null
  const isSame = toSettle.join() === toBill.join()
  const isDelivered = load.deliveryStatus === 'delivered'
  const verb = isDelivered ? 'Missing' : 'Needed'
  const tone = isDelivered ? 'bad' : 'waiting'
  return (
    <section
      aria-label="Missing documents"
      className="grid gap-2 rounded-lg border border-line bg-surface p-3 text-sm"
    >
      {isSame ? (
        <Missing title={`${verb} to settle and bill`} tone={tone} papers={toBill} />
      ) : (
        <>
          <Missing title={`${verb} to settle`} tone={tone} papers={toSettle} />
          <Missing title={`${verb} to bill`} tone={tone} papers={toBill} />
        </>
      )}
    </section>
  )
}

type MissingProps = { title: string; tone: Tone; papers: string[] }

function Missing({ title, tone, papers }: MissingProps) {
  if (!papers.length) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium">{title}:</span>
      {papers.map((paper) => (
        <Badge key={paper} tone={tone}>
          {paper}
        </Badge>
      ))}
    </p>
  )
}
