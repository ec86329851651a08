import {type ApprovalMode, type ApprovalSettings, approvalModes} from '../../domain/approval.ts';

const stricter = (one: ApprovalMode | undefined, other: ApprovalMode | undefined): ApprovalMode | undefined =>
	approvalModes.find(mode => mode === one || mode === other);

/** The mode is that of the last file that names one; of everything that holds back, all counts. */
export const mergeApprovals = (first: ApprovalSettings, second: ApprovalSettings): ApprovalSettings => {
	const toolApproval = second.toolApproval ?? first.toolApproval;
	const modeLimit = stricter(first.modeLimit, second.modeLimit);
	return {
		...(toolApproval === undefined ? {} : {toolApproval}),
		...(modeLimit === undefined ? {} : {modeLimit}),
		trustedTools: [...first.trustedTools, ...second.trustedTools],
		trustedServers: [...first.trustedServers, ...second.trustedServers],
		rules: [...first.rules, ...second.rules],
		reviewResults: [...first.reviewResults, ...second.reviewResults],
		askOnUntrustedContent: first.askOnUntrustedContent === true || second.askOnUntrustedContent,
	};
};
