import {approvalModes} from '../../domain/approval.ts';
import type {ChangedPart} from '../../domain/approval-desk.ts';
import type {Failure} from '../../domain/failure.ts';
import {rememberOne} from '../../support/remember-one.ts';
import {modeWords} from '../assistants/mode-words.ts';
import type {Bench, Section} from '../bench/section.ts';
import {approvalBindings} from '../input/bench/approvals.ts';
import {type ApprovalItem, approvalId, approvalItems} from './approval-items.ts';
import {approvalTabs} from './approval-tabs.ts';
import {approvalRow, safe} from './approval-words.ts';
import {readWhatIf} from './what-if.ts';

/** What tells one change of a definition from another. */
const changeKey = ({server, change}: ChangedPart): string => JSON.stringify([server, change]);

/** Everything that decides about calls: what it is, where it comes from, and what can be done about it. */
export const createApprovalsSection = (bench: Bench): Section<ApprovalItem> => {
	const {app, signal} = bench;
	const desk = bench.ports.approvals;
	let whatIf: (ApprovalItem & {type: 'what-if'}) | undefined;
	/** Counts what changed without a word of the state. */
	let version = 0;
	const seen = new Set<string>();

	const watched = (): readonly unknown[] => {
		const {grants, alwaysGrants, approvalMode, workMode, servers, asks} = app.getState();
		return [grants, alwaysGrants, approvalMode, workMode, servers, asks, app.assistant(), desk?.settings()];
	};
	const make = rememberOne((..._: readonly unknown[]): readonly ApprovalItem[] =>
		desk === undefined
			? []
			: approvalItems({desk, state: app.getState(), assistant: app.assistant(), whatIf}),
	);
	const items = (): readonly ApprovalItem[] => make(version, ...watched());
	const renew = (): void => {
		version += 1;
		bench.changed();
	};
	const tell = (failure: Failure | undefined, words: string): void => {
		if (!signal.aborted) {
			renew();
			bench.say(safe(failure === undefined ? words : `${failure.message} ${failure.hint ?? ''}`));
		}
	};

	const revoke = (item: ApprovalItem): boolean => {
		if (desk === undefined) {
			return false;
		}
		switch (item.type) {
			case 'session':
				bench.confirm(safe(`Ask again before ${item.grant.server} ${item.grant.tool} runs?`), () => {
					desk.revokeForSession(item.grant);
					tell(undefined, `${item.grant.server} ${item.grant.tool} asks again.`);
				});
				return true;
			case 'always':
				bench.confirm(safe(`Take back your "always": ${approvalRow(item, '').label}?`), () => {
					void desk
						.revoke(item.grant.grantId)
						.then(failure => tell(failure, 'It is taken back: its calls ask again.'));
				});
				return true;
			case 'rule':
				if (item.rule.at?.file !== desk.file) {
					bench.say(
						safe(
							`${item.rule.place} is not in your own file: change ${item.rule.at?.file ?? 'that file'} by hand.`,
						),
					);
					return true;
				}
				bench.confirm(safe(`Remove ${item.rule.place} (${item.rule.decision}) from ${desk.file}?`), () => {
					void desk.removeRule(item.rule).then(failure => tell(failure, 'The rule is removed.'));
				});
				return true;
			case 'pattern':
				bench.say(safe(`It stands in ${item.from}: change it there.`));
				return true;
			case 'mode':
				bench.say('There is always a mode. m chooses another one.');
				return true;
			case 'changed':
				bench.say('It stays withheld as long as you do not accept it.');
				return true;
			case 'what-if':
				whatIf = undefined;
				renew();
				return true;
		}
	};

	const accept = (item: ApprovalItem): boolean => {
		if (item.type !== 'changed' || desk === undefined) {
			return false;
		}
		const {part} = item;
		if (!seen.has(changeKey(part))) {
			bench.say('Read first how it has changed: it stands on the right side.');
			return true;
		}
		bench.confirm(safe(`Accept ${part.change.tool} of ${part.server} as it is now?`), () => {
			void desk.accept(part).then(failure => tell(failure, 'Accepted.'));
		});
		return true;
	};

	const ask = (): void => {
		bench.prompt({
			label: 'what if (server tool {json}): ',
			...(whatIf === undefined ? {} : {text: whatIf.words}),
			problem(text) {
				const read = readWhatIf(text);
				return read.type === 'wrong' ? read.why : undefined;
			},
			run(text) {
				const read = readWhatIf(text);
				if (read.type === 'call' && desk !== undefined) {
					const found = desk.whatIf(read.server, read.tool, read.args);
					whatIf = {type: 'what-if', words: text.trim(), found};
					version += 1;
					bench.select('what-if');
				}
			},
		});
	};

	const chooseMode = (): void => {
		bench.choose({
			title: 'When do tool calls ask first?',
			choices: approvalModes.map(mode => ({label: mode, detail: modeWords[mode], value: mode})),
			run([mode]) {
				if (mode !== undefined) {
					app.setApprovalMode(mode);
					tell(undefined, `Approval mode ${mode}: ${modeWords[mode]}.`);
				}
			},
		});
	};

	return {
		name: 'approvals',
		title: 'Approvals',
		summary() {
			const all = items();
			const count = (type: ApprovalItem['type']): number => all.filter(item => item.type === type).length;
			const changed = count('changed');
			return [
				`mode ${app.getState().approvalMode}`,
				`${count('session') + count('always')} allowed`,
				`${count('rule')} rules`,
				...(changed === 0 ? [] : [`${changed} changed`]),
			].join(', ');
		},
		items,
		idOf: approvalId,
		watches: watched,
		textOf(item) {
			const {label, note = ''} = approvalRow(item, app.getState().approvalMode);
			return `${label} ${note} ${item.type}`;
		},
		rowOf: item => approvalRow(item, app.getState().approvalMode),
		emptyLines: () => ['Nothing can be shown here.'],
		tabs: item =>
			desk === undefined
				? []
				: approvalTabs(item, {
						desk,
						getState: app.getState,
						onShown: part => seen.add(changeKey(part)),
					}),
		bindings: approvalBindings,
		act(intent, item) {
			switch (intent) {
				case 'what-if':
					ask();
					return true;
				case 'mode':
					chooseMode();
					return true;
				case 'revoke':
					return item !== undefined && revoke(item);
				case 'accept':
					return item !== undefined && accept(item);
				default:
					return false;
			}
		},
	};
};
