/** Messages about sample data (SPEC C64, C65). */

export const sampleMessages = {
  notEmpty: 'Sample data is only for an account without records',
  filled: 'Sample data added',
  notFilled: 'Failed to add sample data',
  removed: 'Sample data removed',
  notRemoved: 'Failed to remove sample data',
  /** The message of the database error HB003. */
  notReal:
    "This is sample data, so it can't be approved or paid. Remove the sample data on the Settings screen first.",
} as const
