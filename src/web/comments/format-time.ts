/** Local date and time: "11/20/2026, 3:04 PM". */
export function formatTime(instant: string): string {
  return new Date(instant).toLocaleString('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}
