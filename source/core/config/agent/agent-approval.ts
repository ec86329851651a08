import {type ApprovalMode, approvalModes} from '../../../domain/approval.ts';
import {type Complaint, malformed} from '../complaint.ts';

const [strictest] = approvalModes;

export type ApprovalRead = {
	/** Only ever the strictest: an agent is somebody else's file, and can ask for more caution, never for less. */
	readonly toolApproval?: ApprovalMode;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

export const readAgentApproval = (written: unknown): ApprovalRead => {
	const mode = approvalModes.find(known => known === written);
	if (mode === undefined) {
		return {complaints: [malformed([], `expected one of ${approvalModes.join(', ')}`)], warnings: []};
	}
	return mode === strictest
		? {toolApproval: mode, complaints: [], warnings: []}
		: {
				complaints: [],
				warnings: [
					malformed(
						[],
						`an agent can ask only for ${strictest}; your own setting counts. Use --approval ${mode} if you want it`,
					),
				],
			};
};
