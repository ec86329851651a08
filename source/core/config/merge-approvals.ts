import {type ApprovalMode, type ApprovalSettings, approvalModes} from '../../domain/approval.ts';

const stricter = (one: ApprovalMode | undefined, other: ApprovalMode | undefined): ApprovalMode | undefined =>
	approvalModes.find(mode => mode === one || mode === other);

/** The mode is that of the last file that names one; of everything that holds back, all counts. */
export const mergeApprovals = (first: ApprovalSettings, second: ApprovalSettings): ApprovalSettings => {
	const toolApproval = second.toolApproval ?? first.toolApproval;
	const strictestMode = stricter(first.strictestMode, second.strictestMode);
	return {
		...(toolApproval === undefined ? {} : {toolApproval}),
		...(strictestMode === undefined ? {} : {strictestMode}),
		trustedTools: [...first.trustedTools, ...second.trustedTools],
		trustedServers: [...first.trustedServers, ...second.trustedServers],
		rules: [...first.rules, ...second.rules],
		reviewResults: [...first.reviewResults, ...second.reviewResults],
	};
};
