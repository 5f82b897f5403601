import { Skeleton } from '#web/ui/skeleton.tsx'

const ROWS = 8

export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: ROWS }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className="h-9 border-b border-line px-3 group-data-two-lines/rows:h-12">
          <Skeleton className="h-4 w-full max-w-24" />
        </td>
      ))}
    </tr>
  ))
}

export function SkeletonCards() {
  return Array.from({ length: ROWS / 2 }, (_, card) => (
    <li key={card} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </li>
  ))
}
