/** The members of an account, by name. */
