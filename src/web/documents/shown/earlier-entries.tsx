/** What API clients stored in a load's `documents` field before loads had documents. It stays readable. */
export function EarlierEntries({ entries }: { entries: unknown }) {
  if (!Array.isArray(entries) || !entries.length) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-medium">Earlier Entries</summary>
      <ul className="grid gap-1">
        {entries.map((entry, at) => (
          <li key={at} className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {typeof entry === 'string' ? entry : JSON.stringify(entry)}
          </li>
        ))}
      </ul>
    </details>
  )
}
