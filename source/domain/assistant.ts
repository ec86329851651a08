import type {ApprovalMode} from './approval.ts';

/** Who the user talks to: what it is told, what it may use, and what it may do unasked. */
export type Assistant = {
	readonly name: string;
	readonly description?: string;
	readonly instructions?: string;
	/** `provider/model`, or a provider alone. */
	readonly model?: string;
	readonly temperature?: number;
	readonly maxTokens?: number;
	/** Names of servers; without it, all of them. */
	readonly servers?: readonly string[];
	/** Globs such as `server__tool`; without it, every tool. */
	readonly includeTools?: readonly string[];
	readonly excludeTools: readonly string[];
	readonly toolApproval?: ApprovalMode;
	readonly trustedTools: readonly string[];
	/** True makes calls ask after untrusted content also in `auto`; false changes nothing. */
	readonly askOnUntrustedContent?: boolean | undefined;
	/** The file that names it. */
	readonly source?: string;
};
