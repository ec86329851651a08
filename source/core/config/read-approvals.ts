import {basename} from 'node:path';
import {type ApprovalRule, type ApprovalSettings, approvalModes, noApprovals} from '../../domain/approval.ts';
import {nearest} from '../../support/nearest.ts';
import {readRule} from './approval-rule.ts';
import {showPlace} from './complaint.ts';
import type {ConfigPage} from './config-page.ts';
import type {Sources} from './expand-variables.ts';

export const approvalKeys: readonly string[] = [
	'toolApproval',
	'trustedTools',
	'trustedServers',
	'approvals',
	'reviewResults',
	'askOnUntrustedContent',
];

export type ApprovalsRead = {
	readonly approvals: ApprovalSettings;
	readonly problems: readonly string[];
};

const leftOut = 'counts only in your own configuration; it is left out';

const asksFirst = 'Until that is corrected every call asks first, whatever else allows it';

/** Takes the place of a rule that nobody can read: it may have been there to hold something back. */
const askAlways = (place: string): ApprovalRule => ({
	place: `${place} (cannot be read)`,
	decision: 'ask',
	isAbsolute: true,
});

/** What a file leaves that cannot be read at all. */
export const unreadableApprovals = (file: string): ApprovalSettings => ({
	...noApprovals,
	modeLimit: 'always-ask',
	rules: [askAlways(basename(file))],
});

type Texts = {readonly texts: readonly string[]; readonly problems: readonly string[]};

const readTexts = (page: ConfigPage, key: string): Texts => {
	const written = page.has(key) ? page.valueOf(key) : [];
	const place = page.spelling(key);
	if (!Array.isArray(written)) {
		return {texts: [], problems: [page.describe([place], 'expected an array of strings')]};
	}
	const items: readonly unknown[] = written;
	return {
		texts: items.filter((item): item is string => typeof item === 'string' && item !== ''),
		problems: items.flatMap((item, index) =>
			typeof item === 'string' && item !== '' ? [] : [page.describe([place, index], 'expected a string')],
		),
	};
};

/** Lists of what may run unasked: a foreign file has none. */
const readTrust = (page: ConfigPage, key: string): Texts =>
	page.isForeign
		? {texts: [], problems: page.has(key) ? [page.describe([page.spelling(key)], leftOut)] : []}
		: readTexts(page, key);

const readReviews = (page: ConfigPage): Texts => {
	const {texts, problems} = readTexts(page, 'reviewResults');
	const key = page.spelling('reviewResults');
	const misspelt = page.unknownKeys.find(name => nearest(name, approvalKeys) === 'reviewResults');
	if (problems.length === 0 && misspelt === undefined && !page.isTwice([key])) return {texts, problems};
	const why =
		'may name results that you want to see first. Until that is corrected all of them are held for you';
	const line = misspelt === undefined ? page.describe([key], why) : page.describeKey([misspelt], why);
	return {texts: [...texts, '*'], problems: [...problems, line]};
};

type Mode = Pick<ApprovalSettings, 'toolApproval' | 'modeLimit'> & {readonly problems: readonly string[]};

const readMode = (page: ConfigPage): Mode => {
	if (!page.has('toolApproval')) return {problems: []};
	const place = [page.spelling('toolApproval')];
	const mode = approvalModes.find(name => name === page.valueOf('toolApproval'));
	if (mode === undefined) {
		const problems = [page.describe(place, `expected one of ${approvalModes.join(', ')}`)];
		return page.isForeign ? {modeLimit: 'always-ask', problems} : {problems};
	}
	if (!page.isForeign) return {toolApproval: mode, problems: []};
	return {
		modeLimit: mode,
		problems:
			mode === 'auto'
				? [page.describe(place, `auto ${leftOut}. This file can only make the mode stricter`)]
				: [],
	};
};

type Caution = Pick<ApprovalSettings, 'askOnUntrustedContent'> & {readonly problems: readonly string[]};

/** Whatever cannot be read may have been there to make calls ask. */
const readCaution = (page: ConfigPage): Caution => {
	const key = 'askOnUntrustedContent';
	const misspelt = page.unknownKeys.find(name => nearest(name, approvalKeys) === key);
	if (misspelt !== undefined) {
		const why = 'may make calls ask after untrusted content. Until that is corrected they do';
		return {askOnUntrustedContent: true, problems: [page.describeKey([misspelt], why)]};
	}
	if (!page.has(key)) return {problems: []};
	const place = [page.spelling(key)];
	const value = page.valueOf(key);
	if (typeof value !== 'boolean') {
		return {askOnUntrustedContent: true, problems: [page.describe(place, 'expected true or false')]};
	}
	return {
		askOnUntrustedContent: value || page.isTwice(place),
		problems:
			page.isForeign && !value
				? [page.describe(place, `false ${leftOut}. This file can only make calls ask more`)]
				: [],
	};
};

type Rules = {
	readonly rules: readonly ApprovalRule[];
	readonly problems: readonly string[];
	/** Something that may hold back cannot be read. */
	readonly isUnsure: boolean;
};

const readRules = (page: ConfigPage, sources: Sources): Rules => {
	const rules: ApprovalRule[] = [];
	const problems: string[] = [];
	let isUnsure = false;
	const key = page.spelling('approvals');
	const placeOf = (path: readonly (string | number)[]): string =>
		`${showPlace(path)} of ${basename(page.file)}`;
	const giveUp = (
		path: readonly (string | number)[],
		what: string,
		describe: ConfigPage['describe'] = page.describe,
	): void => {
		problems.push(describe(path, `${what}. ${asksFirst}`));
		rules.push(askAlways(placeOf(path)));
		isUnsure = true;
	};
	const written = page.valueOf('approvals');
	if (page.has('approvals') && !Array.isArray(written)) {
		problems.push(page.describe([key], 'expected an array of rules'));
		giveUp([key], 'may hold rules that ask or deny');
	}
	const items: readonly unknown[] = Array.isArray(written) ? written : [];
	for (const [index, item] of items.entries()) {
		const path = [key, index];
		const read = readRule(item, sources);
		if (read.type === 'refused') {
			problems.push(...page.linesAt(path, read.complaints));
		}
		if (page.isTwice(path) || (read.type === 'refused' && !read.isLax)) {
			giveUp(path, 'cannot be used, and may have been there to ask or deny');
		} else if (read.type === 'rule' && page.isForeign && read.rule.decision === 'allow') {
			problems.push(page.describe(path, `a rule that allows ${leftOut}`));
		} else if (read.type === 'rule') {
			rules.push({place: placeOf(path), at: {file: page.file, index}, ...read.rule});
		}
	}
	if (page.isTwice([key]) && items.every((_, index) => !page.isTwice([key, index]))) {
		giveUp([key], 'may hold rules that ask or deny');
	}
	for (const misspelt of page.unknownKeys.filter(name => nearest(name, approvalKeys) === 'approvals')) {
		giveUp([misspelt], 'may hold rules that ask or deny', page.describeKey);
	}
	return {rules, problems, isUnsure};
};

/** Reads what a file says about approvals. What cannot be read never lets more run unasked. */
export const readApprovals = (page: ConfigPage, sources: Sources): ApprovalsRead => {
	const mode = readMode(page);
	const tools = readTrust(page, 'trustedTools');
	const servers = readTrust(page, 'trustedServers');
	const reviews = readReviews(page);
	const caution = readCaution(page);
	const {rules, problems, isUnsure} = readRules(page, sources);
	const modeLimit = isUnsure ? 'always-ask' : mode.modeLimit;
	return {
		approvals: {
			...(mode.toolApproval === undefined ? {} : {toolApproval: mode.toolApproval}),
			...(modeLimit === undefined ? {} : {modeLimit}),
			trustedTools: tools.texts,
			trustedServers: servers.texts,
			rules,
			reviewResults: reviews.texts,
			askOnUntrustedContent: caution.askOnUntrustedContent,
		},
		problems: [mode, tools, servers, reviews, caution].flatMap(part => part.problems).concat(problems),
	};
};
