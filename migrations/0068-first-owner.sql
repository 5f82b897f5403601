-- A truck's first owner gets its drafts and balances in TypeScript (SPEC C10): server/settlements/payee/first-owner.ts.
drop trigger trucks_pay_new_owner on trucks;
drop function pay_new_owner();
