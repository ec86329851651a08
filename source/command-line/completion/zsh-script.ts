import type {CompletionTables, Offered} from './completion-tables.ts';
import {quoted} from './quoted.ts';

/** `_describe` parts a text from what it means by the first colon. */
const described = (offered: readonly Offered[]): string =>
	offered.map(({text, summary}) => quoted(`${text.replaceAll(':', '\\:')}:${summary}`)).join(' ');

const offerArm = (pattern: string, offer: string): string => `\t(${pattern}) offer=${quoted(offer)} ;;`;

const listArm = (pattern: string, offered: readonly Offered[]): string =>
	`\t(${pattern}) offered=(${described(offered)}) ;;`;

// A template of ours would take the braces of the shell for its own.
const dollarBrace = '${';

const logic = `
_mcp-tui-reply() {
	local -a lines names shown
	case $offer in
	('words '*) compadd -- @{=offer#words } ;;
	('names '*)
		lines=("@{(@f)$(command mcp-tui completion names @{offer#names } "$before" 2>/dev/null </dev/null)}")
		lines=(@{lines:#})
		names=("@{(@)lines%%$'\t'*}")
		shown=("@{(@)lines/$'\t'/  }")
		compadd -d shown -a names
		;;
	(file) _files ;;
	(folder) _files -/ ;;
	esac
}

_mcp-tui() {
	local -a given offered
	local word command='' offer='' pending='' typed rest='' before=''
	local -i count=0 i=1 begin last
	given=("@{(@)words[2,CURRENT]}")
	last=$#given
	typed=$given[last]

	if (( last > 1 )) && [[ $given[1] != -* ]]; then
		command=$given[1]
		i=2
		if (( last > 2 )) && _mcp-tui-is "$command $given[2]"; then
			command="$command $given[2]"
			i=3
		fi
		_mcp-tui-is "$command" || return 1
	fi
	begin=$i

	for (( ; i < last; i++ )); do
		word=$given[i]
		if [[ -n $rest ]]; then
			count+=1
			before=$word
		elif [[ -n $pending && $word != -* ]]; then
			if ! _mcp-tui-is-list "$pending" || _mcp-tui-takes-words "$command"; then
				pending=''
			fi
		elif [[ $word == -- ]]; then
			pending=''
			rest=yes
		elif [[ $word == -?* ]]; then
			pending=''
			[[ $word != *=* ]] && _mcp-tui-value "$word" && pending=$word
		else
			pending=''
			count+=1
			before=$word
		fi
	done

	if [[ -z $rest && $typed == --*=* ]]; then
		_mcp-tui-value "@{typed%%=*}" || return 1
		compset -P '*='
		_mcp-tui-reply
	elif [[ -z $rest && $typed == -* ]]; then
		_mcp-tui-options "$command" && _describe -o -t options option offered
	elif [[ -n $pending ]]; then
		_mcp-tui-value "$pending" && _mcp-tui-reply
	else
		local -i isFound=1
		if (( i == begin )) && [[ -z $rest ]]; then
			_mcp-tui-next "$command" && _describe -t commands command offered && isFound=0
		fi
		_mcp-tui-word "$command" "$count" && _mcp-tui-reply && isFound=0
		return isFound
	fi
}

# Found through fpath it is run; sourced, it says what it is for.
if [[ $funcstack[1] == _mcp-tui ]]; then
	_mcp-tui "$@"
else
	compdef _mcp-tui mcp-tui
fi
`.replaceAll('@{', dollarBrace);

const switchOver = (name: string, subject: string, arms: readonly string[]): readonly string[] => [
	`${name}() {`,
	`\tcase ${subject} in`,
	...arms,
	'\t(*) return 1 ;;',
	'\tesac',
	'}',
	'',
];

const anyOf = (texts: readonly string[]): string => texts.map(quoted).join('|');

export const zshScript = (tables: CompletionTables): string =>
	[
		'#compdef mcp-tui',
		'# Completion of mcp-tui for zsh. mcp-tui completion --help says where it goes.',
		'',
		...switchOver('_mcp-tui-is', '$1', [`\t(${anyOf(tables.commands)}) ;;`]),
		...switchOver('_mcp-tui-takes-words', '$1', [`\t(${anyOf(tables.withWords)}) ;;`]),
		...switchOver('_mcp-tui-is-list', '$1', [
			`\t(${anyOf(tables.values.filter(({isList}) => isList).flatMap(({flags}) => flags))}) ;;`,
		]),
		...switchOver('_mcp-tui-next', '$1', [
			listArm("''", tables.first),
			...tables.second.map(({after, offered}) => listArm(quoted(after), offered)),
		]),
		...switchOver(
			'_mcp-tui-options',
			'$1',
			tables.options.map(({command, offered}) => listArm(quoted(command), offered)),
		),
		...switchOver(
			'_mcp-tui-value',
			'$1',
			tables.values.map(({flags, offer}) => offerArm(anyOf(flags), offer)),
		),
		...switchOver(
			'_mcp-tui-word',
			'$1/$2',
			tables.words.map(({command, index, isList, offer}) =>
				offerArm(isList ? `${quoted(`${command}/`)}*` : quoted(`${command}/${index}`), offer),
			),
		),
	]
		.join('\n')
		.trimEnd()
		.concat('\n', logic);
