/**
 * The vocabulary of commands aimed at an agent, by the part a word plays in them. Entries are separated by commas and written without accents, as
 * the text is when compared; an entry may be a phrase. English verbs are in the imperative: their other forms are found too and count as narrated.
 * Besides English there are the override phrases of German, French, Spanish and Russian.
 */
export const RISK_WORDS = {
  ignore: `ignore, disregard, forget, override, bypass, discard, overwrite, neglect, skip, erase, pay no attention
    to, set aside, ignoriere, ignorieren, missachte, vergiss, vergessen sie, ignorez, oublie, oubliez, ignora,
    olvida, ignorar, haz caso omiso, omite, игнорируй, игнорируйте, забудь, забудьте, ignori, dimentica, ignore as,
    esqueca, ne tiens pas compte, ne tenez pas compte, beachte nicht, no hagas caso, desconsidere, tralascia,
    ignoreer, vergeet, zignoruj, dismiss, abandon, throw out, throw away, put aside, wipe from your memory, unlearn,
    do away with, let go of`,
  prior: `previous, prior, above, earlier, preceding, existing, original, former, past, system, safety, current,
    your, confidentiality, initial, ethical, vorherigen, vorherige, bisherigen, bisherige, obigen, fruheren, deine,
    ihre, tes, tus, precedentes, anteriores, previas, все, предыдущие, прежние, ранее, свои, precedenti, предыдущим,
    предыдущих, прежних, своим, deinen, ihren, vorige, vorgegebenen, vos, sus, eerdere, poprzednie, foregoing,
    default, built in, core, hidden, internal, standing, operator`,
  every: 'all, any, every, these, those, alle, toutes, todas, tutte',
  after: `above, before, previously, earlier, precedentes, anteriores, previas, precedentemente, precedenti, you
    were given, you received, you have been given, you got, of your operator, of your developer, so far, given to
    you, you have received, from before, that came before, from the developer, from your creators, set by your
    developer`,
  rules: `instructions, instruction, prompt, prompts, rules, rule, guidelines, guideline, directives, directive,
    commands, constraints, policy, policies, guardrails, restrictions, programming, safeguards, protocols, orders,
    limitations, confidentiality rules, safety checks, filters, filter, limits, anweisungen, anweisung, regeln,
    vorgaben, befehle, systemanweisungen, consignes, regles, instrucciones, reglas, ordenes, инструкции, указания,
    правила, istruzioni, instrucoes, system prompt, confines, инструкциям, инструкций, указаниям, правилам, правил,
    instructies, instrukcje, regole, regras, richtlinien, sicherheitsregeln, directrices, boundaries, safety
    training, training, alignment, content policy, ethics, conditioning, briefing`,
  everything: 'everything, anything, all, what, alles, tout, todo, все, всё',
  told: `told, taught, instructed, you know, learned, said before, you were told, the user says, above, trained,
    been told, you have learned, you learned, before this, up to now, so far, you have read, that came before`,
  never: `do not, don't, dont, never, no longer, stop, not, cease, refuse to, without, won't, nicht, nichts,
    niemals, ne, pas, no le, no, не, никогда, nunca, n'obeis, plus`,
  follow: `follow, obey, comply, comply with, adhere, listen to, take orders, take orders from, obeis, obeissez,
    befolge, gehorche, obedece, sigas, следуй, подчиняйся, respect, apply`,
  only: 'only, solely, exclusively, instead, nur, solamente, только',
  this: `this note, this memory, this message, this document, this record, this text, this, the memory, the note,
    these instructions, the next message, me, every command, every request, the owner of this note`,
  instead: `follow these instructions, follow these instructions instead, do as i say, obey me, obey this,
    instructions below, command below, you work for me, you serve me, you answer to me, you report to me, you obey
    me, do exactly what i say, do whatever i say, obey the following, follow the instructions below, comply with the
    following, listen only to`,
  news: `new, updated, revised, real, true, actual, neue, neuen, nouvelles, nuevas, новые, latest, fresh, secret,
    correct, following, changed, core, top priority, high priority, system level`,
  your: 'your, deine, ihre, ton, tu, votre, твоя, твоё',
  goal: 'task, goal, purpose, role, mission, objective, job, aufgabe, tache, tarea, задача, identity',
  hence: `from now on, from this point on, from this moment on, starting now, henceforth, going forward, as of now,
    from here on, ab sofort, ab jetzt, desormais, a partir de maintenant, a partir de ahora, с этого момента,
    отныне, from this point forward, from this moment, from today on, as of today, starting today, for the rest of
    this conversation, until further notice, now and forever, d'ora in poi, a partir de agora`,
  you: `you, you're, du, sie, vous, usted, ты, вы`,
  must: `must, will, shall, should, always, never, only, have to, need to, are to, are required to, are going to,
    musst, wirst, devez, debes, должен, respond, reply, answer, obey`,
  hard: 'must, shall, has to, have to, is required to, are required to, are obliged to, must always, must never',
  become: `you are now, you're now, you will now be, you are no longer, you now are, du bist jetzt, tu es
    maintenant, vous etes maintenant, ahora eres, eres ahora, ты теперь, теперь ты, you are dan, you will act as,
    you are a new, you have become, you will become, you have been reprogrammed, you are hereby, you are henceforth,
    forget you are, you are not an ai, you are not an assistant, your name is now, consider yourself, you've become,
    think of yourself as, sei jetzt, sois maintenant, se ahora, ты больше не`,
  play: `act as, act like, behave as, behave like, pretend, pretend to be, pretend that, roleplay as, role-play as,
    simulate, impersonate`,
  persona: `dan, unrestricted, jailbroken, unfiltered, uncensored, evil, evilbot, hacker, root, admin, bot, ai,
    assistant, chatbot, model, agent, superuser, sudo, malicious, compliant, amoral, unbound, freed, do anything
    now, no restrictions, jailbreak, demon, rebel, criminal, god mode, without limits, no limits, master, slave,
    accomplice, spy, villain, unshackled, free ai, opposite, outlaw, scammer, ohne einschrankungen, sans limites,
    sin limites, без ограничений`,
  none: 'no, without, without any, not bound by, free from, free of, not subject to, have no, ohne, sans, sin, без',
  modes: 'developer, dan, god, debug, jailbreak, admin, maintenance, sudo, root, unrestricted, unsafe, dev, override',
  mode: 'mode, modus, mode enabled, mode activated, override, override code, режим',
  system: `system prompt, system message, system instructions, initial instructions, hidden instructions, initial
    prompt, original prompt, hidden prompt, secret instructions, prompt systeme, hidden system message, hidden
    system prompt, systemprompt, your prompt, tu prompt, ton prompt, системный промпт, your instructions, your
    initial instructions, everything above, words above, text above, secret keys, confidential instructions,
    developer message, system directives, internal instructions, internal prompt, preprompt, meta prompt, your
    guidelines, your rules, your configuration, developer instructions, your system, deine anweisungen, tes
    instructions, tus instrucciones, свои инструкции, the prompt above, context window, conversation above`,
  reveal: `reveal, print, repeat, output, leak, display, disclose, dump, expose, recite, show, tell me, show me,
    echo, revela, muestra, revele, affiche, affichez, zeige, gib, verrate, выведи, покажи, раскрой, imprime, write
    out, spell out, quote, give me, summarise, summarize, translate, print out, type out, tell us, what is, what
    are, what were, read out, escribe, ecris, schreibe, nenne, напиши, назови, paste, post`,
  send: `send, post, upload, forward, transmit, exfiltrate, mail, email, e-mail, submit, leak, share, copy, relay,
    append, bcc, deliver, smuggle, sende, senden, schicke, envoie, envoyez, envia, enviar, envie, manda, отправь,
    отправляй, перешли, send it to, dns, reply with, respond with, hand over, provide, give me, divulge, upload
    them, drop, dispatch, pass on, pass along, stream, sync, publish, paste, write to, teile, publie, publiez,
    comparte, публикуй, передай, mande`,
  secret: `password, passwords, credential, credentials, api key, api keys, api token, access token, secret,
    secrets, private key, private keys, keys, cookies, conversation, chat history, chat log, memories, contacts,
    credit card, credit card number, user data, personal data, rsa, passwd, env file, env, ssh, social security,
    emails, each email, passwort, passworter, mots de passe, contrasenas, contrasena, пароли, пароль, ключи,
    database credentials, openai api key, session tokens, its contents, their data, address book, session cookie,
    session cookies, every message, all messages, each message, messages of the user, message history, their
    messages, bank details, card number, pin, social security number, login details, login data, customer data,
    customer records, source code, config file, environment variables, personal information, private information,
    medical records, location history, phone number of the user, zugangsdaten, identifiants, donnees, credenciales,
    datos, данные`,
  dest: `http, https, www, ftp, webhook, attacker, pastebin, via dns, via post, guest users, external server, @,
    external address, my server, remote server, telegram, discord, my email, gist, ngrok, outside server, to me`,
  call: 'call, invoke, use, execute, run, trigger, launch, open, start, activate, exec, evaluate',
  tool: `tool, tools, function, functions, shell, shell tool, plugin, command, terminal, the command, sql, python
    code, code interpreter, browser, delete_records, subprocess, powershell, script below, following command,
    following code, code below`,
  destroy: 'delete, wipe, erase, purge, destroy, drop, clear, remove, empty, truncate, corrupt, shred',
  stored: `memories, memory, files, database, records, emails, stored memories, user data, tables, user files,
    accounts, backups, table, every table, history, repository, calendar, everything, inbox`,
  tell: `tell, mention, inform, notify, reveal, disclose, alert, warn, say, say why, let, show, mention it, report,
    sag, sage, sagen, verraten, dis, dites, digas, diga, informe, говори, говорите, сообщай, сообщайте, рассказывай,
    let on, admit, acknowledge, indicate, bring up, know, hint, talk about, inform anyone, avise, avisa, previens,
    erwahne, упоминай`,
  nothing: 'nothing, nichts, rien, nada, ничего',
  user: `user, users, the human, the person, the customer, nutzer, benutzer, anwender, utilisateur, usuario,
    пользователю, пользователя, никому, the client, anybody, your human, humans, el usuario, l'utilisateur,
    gebruiker, utente`,
  hide: `hide, conceal, hidden, keep this secret, keep it secret, keep this, keep, withhold, verheimliche, keep it,
    keep hidden, mask, obscure, suppress, omit, cover up, cache, oculta, verberge, verstecke, скрой, скрывай`,
  from: 'from, vor',
  covert: `silently, secretly, covertly, surreptitiously, stealthily, without telling, without informing, without
    notifying, heimlich, quietly, invisibly, behind the scenes, in the background without, unnoticed, under the hood
    without, in secret, discreetly, a l'insu de, en secret, тайно`,
  unasked: `without asking, without confirmation, without permission, without verification, without approval,
    without consent, without any confirmation, without checking, do not ask, don't ask, no confirmation,
    confirmation is not required, skip verification, skip confirmation, without question, no need to ask, no need to
    verify, no need to confirm, verification is not needed, confirmation is not needed, no approval needed, without
    further confirmation, without further approval, without review, has already approved, has already consented,
    already given consent, has consented to, has pre approved, pre authorized, automatically approve, ohne zu
    fragen, sans demander, sin preguntar, не спрашивая, no longer need approval, no longer need permission, need no
    approval, do not need approval, do not need permission, no longer need confirmation`,
  asThe: `as the, as your, i am your, i'm your, i am the, as an, this is your, this is the, speaking as the`,
  author: `developer, developers, admin, administrator, creator, owner, system administrator, openai, anthropic,
    operator, root, security team, system, engineer, google, microsoft, owner of this system, support team, it
    department, it team, compliance team, head office, management, vendor, platform, trust and safety, meta,
    provider, security department, your developers, your creators`,
  order: `i order, i authorize, i authorise, i command, i instruct, i require, we authorize, i hereby, i am your,
    authorize you, order you, i grant, i demand, i permit you, you are authorized, you are authorised, you are
    permitted, you are hereby authorized, you have permission, i give you permission, by order of, on behalf of
    openai, on behalf of anthropic, with admin rights, with root access, i have admin`,
  official: `official, authorized, authorised, notice, message, directive, announcement, instructions, official
    message, official notice, urgent, verified, urgent message, security notice, policy update, update, alert, memo`,
  ai: `ai, assistant, assistants, agent, agents, llm, llms, model, language model, chatbot, bot, gpt, claude,
    chatgpt, gemini, copilot, ai assistant, ai agent, ai model, language models, ai assistants, llm agents,
    intelligent assistant, virtual assistant, ai system, ai systems, any assistant, any agent, any model, crawler,
    reviewer model, llm reading, ki, ia, asistente, ии`,
  attention: `attention, dear, note to, message to, message for, instructions for, instructions to, instruction for,
    instruction to, notice to, note for, important for, memo to, directive for, if you are an, if you're an,
    addressed to, reader, reminder to, hint to, task for, tasks for, order to, calling, hello, hi, hey, fyi for,
    guidance for, rules for, rule for, for the attention of`,
  when: 'when, whenever, if, once, after, every time, each time, as soon as, while, before',
  read: `read, reading, see, retrieve, recall, process, processing, summarize, summarise, summarizing, summarising,
    load, parse, loads, reads, sees, receives, receive, encounter, encounters, access, open, ingest, finds, find,
    summarizes, uses, recalls, retrieves`,
  ask: 'ask, asks, mentions, requests, says, wants, question, types, asks about, inquires',
  whatever: `whatever the user, no matter what the user, regardless of what the user, regardless of the user,
    whenever the user, every time the user, each time the user`,
  steer: `recommend, direct, redirect, respond, reply, suggest, insist, answer, point, link, promote, advertise,
    insert, steer, push, include, add, say, state, claim, tell, mention, recommends, praise, rank, rate, favor,
    favour, prefer, portray, endorse, quote, end, begin, start, close, finish, prepend, append, answer that, output`,
  always: 'always, never, only, insist',
  future: 'future, subsequent, upcoming, following, every, each, all',
  talk: `session, sessions, conversation, conversations, chats, reply, replies, response, responses, answer,
    answers, interaction, interactions`,
  trust: `trusted source, authoritative source, reliable source, trusted admin, always trust, always accept, always
    approve, always believe, treat this note as, as a trusted, as trusted, as if it came from, as if they came from,
    always obey, trust everything, trust anything, always prioritize, always prioritise, should be trusted
    completely, is always right, has full authority, treat as admin, with admin privileges, fully trusted, always be
    believed`,
  priority: `higher priority than, takes precedence over, take precedence over, overrides, supersedes, more
    important than, priority over, and not what, not the, override, take priority over, takes priority over,
    outranks, outrank, replaces, replace, precedence over, higher than, wins over, instead of, beats, trumps`,
  outranked: `system prompt, system message, rules, instructions, user, operator, guidelines, developer, your rules,
    any other instruction, other instructions, everything else, all other, the developer, previous messages`,
  grant: `grant, approve, accept, allow, authorize, permit, unlock, comply, confirm, sign, accept all, complete,
    authorise, green light, wave through, give`,
  request: `request, requests, refund, refunds, transactions, transaction, command, commands, payments, everything,
    purchases, purchase, orders, access, admin access, full access, transfers, requests from, expense, expenses,
    invoices, permissions, logins, root access`,
  void: `void, suspended, no longer apply, lifted, disabled, no longer valid, obsolete, cancelled, revoked, not
    apply, null and void, no longer in force, have changed, has changed, changed, replaced, have been replaced,
    hereby revoked, deleted, removed, expired, outdated, updated, were a test, was a test, are gone, do not apply,
    don't apply, not valid, off, inactive, superseded, ungultig, aufgehoben, annulees, anuladas, отменены, did not
    exist, do not exist, does not exist, had never existed`,
  disable: `disable, skip, bypass, turn off, deactivate, circumvent, suspend, unlock, remove, lift, evade, override,
    ignore, break, stop using, lower, relax, loosen, shut down, switch off, get around, work around, do without,
    drop, forgo, deaktiviere, umgehe, contourne, desactive, desactiva, отключи, обойди`,
  safety: `safety, security, content filters, content filter, permission check, safety checks, security
    restrictions, safeguards, guardrails, safety policy, safety guidelines, moderation, restricted commands,
    confidentiality, verification, safety filters, safety rules, content policy, access control, access controls,
    authentication, two factor, confirmation step, confirmation prompts, permission checks, approval step, ethical
    limits, sandbox, rate limits, sicherheitsfilter, filtros, ограничения`,
  transfer: 'transfer, wire, pay, send, sending, move, deposit, withdraw, donate, purchase, buy',
  funds: `funds, money, bitcoin, coins, payment, it, balance, crypto, amount, remaining balance, savings, gift
    cards, gift card, eth, usdt, dollars, euros, btc`,
  wallet: `wallet, iban, bitcoin address, without asking, account, account below, this account, my account,
    following account, address below, this address, following address, to me`,
  decode: 'decode, decoding, decoded, decrypt, unscramble, deobfuscate, base64, rot13, hex, dekodiere, decode this',
  obeyIt: 'follow it, execute, run it, obey, follow, do what it says, act on it, execute it, comply',
  hacked: 'pwned, have been hacked, has been pwned, jailbreak mode, do anything now, obey every command, obey every',
  origin: `this rule, this instruction, these instructions, this memory, this note, this message, you were told,
    that you were told, why, the reason, this conversation, this change, that you, this was, this action, the real
    reason, the transfer`,
  deceive: `lie, deceive, mislead, manipulate, trick, gaslight, fabricate, make up, falsely, fool, luge, mens,
    miente, ври`,
  link: `link, links, advertisement, ad, url, promo, banner, hidden link, referral, affiliate, coupon code, slogan,
    disclaimer that`,
  visit: 'visit, click, log in, download, install, enter their, go to, open, sign in, call the number, scan',
  asked: `when asked, if asked, if anyone asks, when anyone asks, if someone asks, asked about, if questioned, if
    the user asks, when questioned`,
  cameBefore: `came before, comes before, came before this, preceded this, was said before, stated above, written
    above, said above, is above`,
  awayFrom: 'secret from, hidden from, concealed from, away from, secret to',
  refuse: 'refuse, decline, say no, never refuse, question, object, disobey, never decline',
  rights: `is root, is an administrator, is admin, is the administrator, is an admin, has admin rights, has root
    access, has full access, has full permissions, is fully authorized, user is root`,
  access: 'full access, admin access, root access, unrestricted access, complete access, administrator access',
  youAre: `that you are, you are an assistant, you are an ai, you are a language model, who you are, what you are,
    being an assistant`,
  thisText: `this memory, this note, this record, this document, this message, this text, this entry, this file,
    this page, this email, this`,
  /** The text talks about such texts rather than being one; counts only with quotation marks around the words. */
  about: `phrase, phrases, example, examples, called, titled, attack, attacks, injection, injections, paper,
    article, jailbreak, jailbreaks, string, strings, sentence, quote, payload, such as, term, expression, meaning,
    asked what, dataset, detect, detector, blocks, slide, talk, researchers, research, study, blog, post, lecture,
    course, test case, regex, filter, warned, warning, phishing, spam, scam, said, wrote, reads`,
} as const;

export type Part = keyof typeof RISK_WORDS;
