-- The settlement run reads all refunds of an account to find escrow that was returned, and all negative nets to find the
-- ones that no settlement carries yet. They are read from an index, whatever the number of old statements.
create index expenses_refunds_idx on expenses (user_id, rule_id, truck_id) include (billing_id)
  where kind = 'refund' and not voided;
create index expenses_carry_out_idx on expenses (user_id, billing_id) include (truck_id, amount)
  where kind = 'carry-out' and not voided;
-- The list of balances reads what was handed out.
create index payouts_hand_out_idx on payouts (user_id, rule_id, payee) include (amount)
  where kind = 'hand-out' and reversal is null;
