import type { AnyRecord } from '#core/entities/entity.ts'
import { listPapers } from '#core/required-papers/required-papers.ts'
import { Badge } from '#web/ui/badge.tsx'

/** What a load still needs, by stage (SPEC C130). Nothing if it has all of it. */
export function MissingPapers({ load }: { load: AnyRecord }) {
  const toSettle = listPapers(load.missingToSettle)
  const toBill = listPapers(load.missingToBill)
  if (!toSettle.length && !toBill.length) return null
  const isSame = toSettle.join() === toBill.join()
  return (
    <section
      aria-label="Missing papers"
      className="grid gap-2 rounded-lg border border-line bg-surface p-3 text-sm"
    >
      {isSame ? (
        <Missing title="Missing to settle and bill" papers={toBill} />
      ) : (
        <>
          <Missing title="Missing to settle" papers={toSettle} />
          <Missing title="Missing to bill" papers={toBill} />
        </>
      )}
    </section>
  )
}

function Missing({ title, papers }: { title: string; papers: string[] }) {
  if (!papers.length) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium">{title}:</span>
      {papers.map((paper) => (
        <Badge key={paper} tone="bad">
          {paper}
        </Badge>
      ))}
    </p>
  )
}
