import {type ApprovalMode, approvalModes, type WorkMode} from '../domain/approval.ts';

type Modes = {readonly workMode: WorkMode; readonly approvalMode: ApprovalMode};

/** Plan, then the approval modes from the strictest to the laxest, then plan again, which keeps the last of them. */
export const nextMode = ({workMode, approvalMode}: Modes): Modes => {
	const next =
		workMode === 'plan' ? approvalModes[0] : approvalModes[approvalModes.indexOf(approvalMode) + 1];
	return next === undefined ? {workMode: 'plan', approvalMode} : {workMode: 'act', approvalMode: next};
};
