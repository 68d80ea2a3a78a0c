/**
 * The default words of a status, in Portuguese, English and Spanish. Case, accents and separators do
 * not matter. A status is compared as a whole first, then word by word.
 */
export const defaultWords = {
  declined:
    'declined refused denied rejected failed canceled cancelled expired voided unauthorized fail ' +
    'failure unsuccessful disapproved blocked fraud not_approved not_authorized recusado recusada ' +
    'negado negada rejeitado rejeitada reprovado reprovada desaprovado desaprovada cancelado ' +
    'cancelada expirado expirada bloqueado bloqueada falha falhou insucesso fraude nao_aprovado ' +
    'nao_aprovada nao_autorizado nao_autorizada rechazado rechazada denegado denegada fallido ' +
    'fallida anulado anulada no_aprobado no_aprobada no_autorizado no_autorizada',
  paid:
    'paid approved authorized authorised captured charged confirmed complete completed success ' +
    'successful succeeded succeed settled ok pago paga aprovado aprovada autorizado autorizada ' +
    'capturado capturada confirmado confirmada concluido concluida sucesso liquidado liquidada ' +
    'efetuado efetuada efetivado efetivada realizado realizada quitado quitada completo completado ' +
    'completada cobrado cobrada pagado pagada aprobado aprobada exito exitoso exitosa',
  pending:
    'pending process processing progress waiting awaiting queued scheduled started created analysis ' +
    'review error unpaid not waiting_payment in_process in_progress under_review fraud_analysis ' +
    'fraud_review pendente processando processamento em_processamento andamento analise revisao ' +
    'agendado agendada iniciado iniciada criado criada aguardando aguardando_pagamento erro nao ' +
    'analise_de_fraude analise_fraude pendiente procesando procesamiento proceso curso analisis ' +
    'revision espera esperando creado creada analisis_de_fraude',
};

const statusNames = [
  'status',
  'state',
  'situacao',
  'estado',
  'paymentStatus',
  'payment_status',
  'transactionStatus',
  'transaction_status',
];

/** The default JSON pointers to a status: every usual name, in every usual place. */
export const defaultStatusPointers = ['', '/payment', '/data', '/transaction', '/charge', '/result']
  .flatMap((place) => statusNames.map((name) => `${place}/${name}`))
  .join(' ');
