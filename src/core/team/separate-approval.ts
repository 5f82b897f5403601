/** "You approved statement 37. Another member must pay it." `numbers`: the statement numbers (SPEC C75). */
export function describeOwnApproval(numbers: readonly number[]): string {
  const listed = numbers.toSorted((one, other) => one - other).join(', ')
  return numbers.length === 1
    ? `You approved statement ${listed}. Another member must pay it.`
    : `You approved statements ${listed}. Another member must pay them.`
}
