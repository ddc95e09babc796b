export {
  ChoiceField,
  FilterField,
  INSTANT_OR_DATE,
  InstantField,
  IsInstant,
  ReasonField,
  ReasonQuery,
  WholeNumber,
} from './adapters/ops-fields.ts';
export { By, OpsRoute } from './adapters/ops-route.ts';
export { ApiOpsPage, type OpsPage, OpsPaging, pageOf, windowOf } from './adapters/paging.ts';
export { IssueOpsKey } from './application/issue-ops-key.ts';
export { LONGEST_DAYS, OPS_KEY_NAME } from './domain/ops-key.ts';
export { Audit, OpsKeys, type StaffAct, type SubjectLine } from './application/ports.ts';
export { RevokeOpsKey } from './application/revoke-ops-key.ts';
export { SubjectNames } from './application/subject-names.ts';
export { OPS_ROLES, type Operator, type OpsRole } from './domain/roles.ts';
